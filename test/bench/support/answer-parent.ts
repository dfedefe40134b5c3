export type ChildReply = { value: unknown } | { error: string };

/** In a child: does what the parent asks for, one thing after another, and lives no longer than the parent. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the message
export function answerParent<Message>(answer: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    void answer(message as Message).then(
      (value) => tell({ value }),
      (error: unknown) => tell({ error: error instanceof Error ? String(error.stack) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C on a terminal reaches every process: the parent ends this one when it has ended what goes on.
  process.on('SIGINT', () => undefined);
}

function tell(reply: ChildReply): void {
  process.send?.(reply);
}
