const ORDERS = [
  { name: 'title', text: 'By title' },
  { name: '-updated_at', text: 'Latest change first' },
  { name: '-created_at', text: 'Newest first' },
] as const;

type Order = (typeof ORDERS)[number]['name'];

/** The order that an address names; by title, where it names none of these. */
export function orderOf({ sort }: { sort?: string }): Order {
  return ORDERS.find(({ name }) => name === sort)?.name ?? 'title';
}

export function OrderField({ order, onChoose }: { order: Order; onChoose(sort: string): void }) {
  return (
    <select class="sort" aria-label="Order" value={order} onChange={(event) => onChoose(event.currentTarget.value)}>
      {ORDERS.map(({ name, text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
