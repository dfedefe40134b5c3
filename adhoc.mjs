import { ChildModule } from './dist/test/bench/support/child-module.js';
import { Driver } from './dist/test/bench/driver/driver.js';
import { planOfGets } from './dist/test/bench/driver/plan-builder.js';
const driver = new Driver();
for (const [file, arg, path] of [['bare-node-main', { body: 'x'.repeat(1000) }, '/'], ['bare-koa-main', { bodies: ['x'.repeat(8000)] }, '/0'], ['bare-koa-main', { bodies: ['x'.repeat(1000)] }, '/0']]) {
  const c = new ChildModule(new URL(`./dist/test/bench/references/${file}.js`, import.meta.url));
  const { url } = await c.ask(arg);
  const plan = planOfGets(url, [path]);
  for (const seconds of [1, 2, 2, 2]) { const s = await driver.run(plan, { clients: 16, seconds }, { server: c.pid }); console.log(file, Math.round(s.perSecond), s.cpuMicros, s.driverShare.toFixed(2)); }
  await c.stop();
}
await driver.stop();
