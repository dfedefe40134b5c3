/** A folder that was asked for; its name is no other's. */
export type ExpectedFolder = {
  readonly name: string;
  readonly parent: ExpectedFolder | undefined;
  /** Undefined until an answer names it. */
  id: string | undefined;
  acknowledged: boolean;
};

export type ShownFolder = { id: string; name: string; parent_id: string | null; path: string; depth: number };

/** What is wrong with a folder as shown. */
export function faultOfFolder(folder: ExpectedFolder, shown: ShownFolder): string | undefined {
  const expected = {
    id: folder.id ?? shown.id,
    parent_id: folder.parent?.id ?? null,
    path: pathOf(folder),
    depth: depthOf(folder),
  };
  const { id, parent_id, path, depth } = shown;
  const [is, should] = [JSON.stringify({ id, parent_id, path, depth }), JSON.stringify(expected)];
  return is === should ? undefined : `folder ${folder.name} is ${is}, not ${should}`;
}

function pathOf({ name, parent }: ExpectedFolder): string {
  return `${parent ? pathOf(parent) : ''}/${name}`;
}

function depthOf({ parent }: ExpectedFolder): number {
  return parent ? depthOf(parent) + 1 : 0;
}
