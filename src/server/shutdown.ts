/** How many of what a phase has left undone, by kind. */
export type Left = Readonly<Record<string, number>>;

/** A part of the shutdown. */
export type Phase = {
  name: string;
  /** Then the next phase begins. What this one still does may end or fail later, and is not heard of. */
  limitMs: number;
  end(): unknown;
  /** Work of this process that has not ended. Asked when the phase is over. More than 0 of anything: it was cut. */
  left?(): Left;
};

/** `cause`: the failure. Undefined: it took too long, or something was left. */
export type CutPhase = { phase: string; limitMs: number; left: Left; cause: unknown };

/** Runs one phase after the other, also after one that failed. Returns the names of those that were cut. */
export async function endInPhases(phases: readonly Phase[], onCut: (cut: CutPhase) => void): Promise<string[]> {
  const names: string[] = [];
  for (const phase of phases) {
    const cut = await endPhase(phase);
    if (!cut) continue;
    names.push(phase.name);
    onCut(cut);
  }
  return names;
}

async function endPhase({ name: phase, limitMs, end, left: countLeft }: Phase): Promise<CutPhase | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  const ended = async () => {
    await end();
    return 'ended' as const;
  };
  const outcome = await Promise.race([ended(), late]).catch((cause: unknown) => ({ cause }));
  clearTimeout(timer);
  const left = countLeft?.() ?? {};
  if (outcome === 'ended' && Object.values(left).every((count) => count === 0)) return undefined;
  return { phase, limitMs, left, cause: typeof outcome === 'object' ? outcome.cause : undefined };
}
