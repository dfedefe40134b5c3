/** A sheet of paper with lines, which shows on light and on dark tabs. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5fcc"/><path d="M9 6h10l5 5v15H9z" fill="#fff"/><path d="M19 6v5h5" fill="none" stroke="#0b5fcc" stroke-width="1.5"/><path d="M12.5 15h8M12.5 18.5h8M12.5 22h5" stroke="#0b5fcc" stroke-width="1.7" stroke-linecap="round"/></svg>
`;
