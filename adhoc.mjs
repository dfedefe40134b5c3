import { Bench } from './dist/test/bench/bench.js';
import { SearchSite } from './dist/test/bench/corpus/search-site.js';
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const bench = new Bench({ quick: true, only: [], seed: 5 });
const t = (n, f) => { const at = performance.now(); return f().then((v) => { console.log(n, Math.round(performance.now() - at)); return v; }); };
await t('parts', () => bench.parts());
await t('corpus', () => bench.corpus(10000));
await t('service', () => bench.corpusService(10000));
await t('open', () => SearchSite.open(bench, 10000));
const site = await t('open2', () => SearchSite.open(bench, 10000));
const legs = site.legs('one letter', 16);
for (let i = 0; i < 5; i++) { await t('quire', () => legs.quire(0.3)); await t('raw', () => legs.raw(0.3)); }
await bench.close(); process.exit();
