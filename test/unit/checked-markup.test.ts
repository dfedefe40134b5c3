import { expect } from 'chai';
import { checkedMarkup, UnfitMarkupError } from '../../src/viewer/checked-markup.js';
const REL = 'rel="noopener noreferrer nofollow"';
const IMAGE = 'loading="lazy" decoding="async"';

const RIGHT = [
  'no tags &lt;b&gt; at all > "',
  '<p>a <strong><em>b</em></strong><br /><s>c</s> <code>d</code></p>',
  '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>',
  '<pre><code class="language-c++">a</code></pre>',
  '<table><thead><tr><th class="align-right">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  `<a href="https://a.example/?a=b&amp;c" ${REL} title="&quot;">a</a>`,
  `<a href="mailto:a@b.example" ${REL}>a</a>`,
  '<pre><code><span class="k">a</span></code></pre>',
  '<ol><li id="fn:1">a <a href="#fnref:1" role="doc-backlink" aria-label="Back to reference 1">b</a></li></ol>',
  '<sup><a href="#fn:1" id="fnref:1" role="doc-noteref" aria-label="Note 1">1</a></sup>',
  `<img src="https://a.example/" alt="" ${IMAGE} title="a" />`,
  '<blockquote><h2>a<sup>1</sup></h2><hr /><h6>b</h6></blockquote>',
  `${'<em>'.repeat(100)}a${'</em>'.repeat(100)}`,
];

const WRONG = [
  '<script>a</script>',
  '<p onclick="a">b</p>',
  '<p class="missing">a</p>',
  '<P>a</P>',
  '<!-- a -->',
  '<',
  'a < b',
  '<p',
  '<p>a',
  'a</p>',
  '<p><em>a</p></em>',
  '</div>',
  '<br>',
  '<hr>',
  '<h1>a</h1>',
  '<h7>a</h7>',
  '<h2>a</h3>',
  '<blockquote cite="a">b</blockquote>',
  '<p />',
  '<p>a</p >',
  '<iframe />',
  '<a>a</a>',
  '<a href="https://a.example/">a</a>',
  `<a href="javascript:a" ${REL}>a</a>`,
  `<a href="/a" ${REL}>a</a>`,
  `<a href="https://a.example/" onclick="a" ${REL}>a</a>`,
  `<a href="https://a.example/" ${REL} title="a" id="b">a</a>`,
  `<a href="https://a.example/" ${REL} title="a"b">a</a>`,
  `<a href="https://a.example/?<b>" ${REL}>a</a>`,
  `<img src="http://a.example/" alt="" ${IMAGE} />`,
  `<img src="https://a.example/" alt="" ${IMAGE}>`,
  `<img src="https://a.example/" alt="" ${IMAGE} onerror="a" />`,
  `<img src="https://a.example/" alt=""onerror="a" ${IMAGE} />`,
  '<span class="missing">a</span>',
  '<span class="k" id="a">a</span>',
  '<li id="a">b</li>',
  '<p id="fn:1">a</p>',
  '<a href="#a">b</a>',
  '<a href="#fn:1" id="a" role="doc-noteref" aria-label="Note 1">b</a>',
  `<a href="#fn:1" ${REL}>a</a>`,
  '<code class="missing">a</code>',
  '<code class="language-a b">c</code>',
  '<ol start="a"><li>a</li></ol>',
  '<td style="text-align:left">a</td>',
  `${'<em>'.repeat(101)}a${'</em>'.repeat(101)}`,
];

describe('the check of HTML made of Markdown', () => {
  for (const html of RIGHT) {
    it(`lets through ${html.slice(0, 60)}`, () => {
      expect(checkedMarkup(html)).to.equal(html);
    });
  }

  for (const html of WRONG) {
    it(`refuses ${html.slice(0, 80)}`, () => {
      expect(() => checkedMarkup(html)).to.throw(UnfitMarkupError);
    });
  }
});
