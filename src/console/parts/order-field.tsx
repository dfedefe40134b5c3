const ORDERS = [
  { name: 'relevance', text: 'Best first' },
  { name: 'title', text: 'By title' },
  { name: '-updated_at', text: 'Latest change first' },
  { name: '-created_at', text: 'Newest first' },
] as const;

type Order = (typeof ORDERS)[number]['name'];
type ListOrder = Exclude<Order, 'relevance'>;

/** The order of a list that an address names; by title, where it names none. */
export function orderOf({ sort }: { sort?: string }): ListOrder {
  const order = orderOfWords({ sort: sort ?? '' });
  return order === 'relevance' ? 'title' : order;
}

/** The same of a search with words, which is by relevance where the address names none. */
export function orderOfWords({ sort }: { sort?: string }): Order {
  return ORDERS.find(({ name }) => name === sort)?.name ?? 'relevance';
}

type FieldProps = { order: Order; hasRelevance?: boolean; onChoose(sort: string): void };

export function OrderField({ order, hasRelevance = false, onChoose }: FieldProps) {
  return (
    <select class="sort" aria-label="Order" value={order} onChange={(event) => onChoose(event.currentTarget.value)}>
      {ORDERS.filter(({ name }) => hasRelevance || name !== 'relevance').map(({ name, text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
