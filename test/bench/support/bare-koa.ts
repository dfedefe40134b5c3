import type { Bench } from '../bench.js';
import { planOfGets } from '../driver/plan-builder.js';
import { runsOf, type Leg } from '../measure.js';

/** Bare Koa that gives back these bodies in turn, measured as `reference`. One process for all cases. */
export async function bareKoa(bench: Bench, bodies: readonly string[], clients: number): Promise<Leg> {
  const module = new URL('../references/bare-koa-main.js', import.meta.url);
  const koa = await bench.once('bare Koa', async () => bench.child(module));
  const { url } = await koa.ask<{ url: string }>({ bodies });
  const paths = bodies.map((_, n) => `/${n}`);
  return runsOf(bench, planOfGets(url, paths), { clients, watched: { reference: koa.pid } });
}
