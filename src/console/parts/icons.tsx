import type { ComponentChildren } from 'preact';

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function Logo() {
  return <img class="logo" src="favicon.svg" alt="" />;
}

const PATHS = {
  folder:
    'M2.5 5.5a1.5 1.5 0 0 1 1.5-1.5h3.6l1.8 2H16a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 16 16H4a1.5 1.5 0 0 1-1.5-1.5z',
  all: 'M4 5h12M4 10h12M4 15h8',
  open: 'M7.5 5l5 5-5 5',
  search: 'M8.75 14a5.25 5.25 0 1 0 0-10.5 5.25 5.25 0 0 0 0 10.5zM12.6 12.6L17 17',
  plus: 'M10 4v12M4 10h12',
  upload: 'M10 13V4M6.5 7.5L10 4l3.5 3.5M4 13v2.5A1.5 1.5 0 0 0 5.5 17h9a1.5 1.5 0 0 0 1.5-1.5V13',
  globe:
    'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM2.5 10h15M10 2.5c4.5 4.5 4.5 10.5 0 15M10 2.5c-4.5 4.5-4.5 10.5 0 15',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 5.5V10l3 2',
  pen: 'M13.2 3.8l3 3L7 16l-3.8.8L4 13z',
  gauge: 'M3.3 14.5a7.5 7.5 0 1 1 13.4 0M10 12l3.5-4',
  leave: 'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M12.5 6.5L16 10l-3.5 3.5M16 10H8',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'M5 5l10 10M15 5L5 15',
  move: 'M2.5 8V5.5A1.5 1.5 0 0 1 4 4h3.6l1.8 2H16a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 16 16H8M2.5 12.5h8M8 10l2.5 2.5L8 15',
  bin: 'M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.5 9v4.5M11.5 9v4.5',
  name: 'M4 6V4.5h12V6M10 4.5v11M7.5 15.5h5',
};

export type IconName = keyof typeof PATHS;

export function Sign({ name }: { name: IconName }) {
  return (
    <Icon>
      <path d={PATHS[name]} />
    </Icon>
  );
}
