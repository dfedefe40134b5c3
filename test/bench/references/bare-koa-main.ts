/** Koa with nothing on it: `/0`, `/1` … are answered with the texts that it was given. */
import { createServer } from 'node:http';
import Koa from 'koa';
import { answerParent } from '../support/answer-parent.js';
import { listenOnLoopback } from './listen.js';

answerParent(async ({ bodies }: { bodies: readonly string[] }) => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = 'json';
    ctx.body = bodies[Number(ctx.path.slice(1))];
  });
  const answer = app.callback();
  return { url: await listenOnLoopback(createServer((request, response) => void answer(request, response))) };
});
