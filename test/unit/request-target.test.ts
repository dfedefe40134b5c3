import { expect } from 'chai';
import { originForm } from '../../src/http/paths.js';

describe('the target of a request', () => {
  it('is a path and a query, or the same behind a scheme and a host', () => {
    const targets = ['/a?b=/c:%2F', '*', '//a.example/b', '/%zz\u00e9', '/'];
    expect(targets.map(originForm)).to.deep.equal(targets);
    for (const host of ['http://a.example', 'HTTPS://a.example:80', 'http://[::1]:80', 'http://a_b.example']) {
      expect(originForm(`${host}/b?c=%2F`), host).to.equal('/b?c=%2F');
      expect(originForm(`${host}?c`), host).to.equal('/?c');
      expect(originForm(host), host).to.equal('/');
    }
  });

  it('has no fragment, in any form', () => {
    for (const target of [
      '/#',
      '/a#b',
      '/a?b#c',
      '*#',
      '#',
      'http://a.example#b',
      'http://a.example/#',
      'http://a#b/',
    ]) {
      expect(originForm(target), target).to.equal(undefined);
    }
  });

  it('has no host of other characters than those of names, nor a user', () => {
    for (const host of [
      '%61.example',
      'a%2Fb',
      'a@b.example',
      'a:b@c.example',
      'a\\b',
      'é',
      'a b',
      'a"',
      '',
      ':80',
      '[',
      '[::1',
      'a:99999',
    ]) {
      expect(originForm(`http://${host}/x`), host).to.equal(undefined);
    }
    for (const target of [
      '',
      'a',
      'a.example/x',
      'ftp://a.example/',
      'urn:a',
      'http:/a.example',
      'http:a',
      'http://a.example/\u00e9',
    ]) {
      expect(originForm(target), target).to.equal(undefined);
    }
  });

  it('has a host of at most 255 characters, port included', () => {
    expect(originForm(`http://${'a'.repeat(255)}/x`)).to.equal('/x');
    expect(originForm(`http://${'a'.repeat(256)}/x`)).to.equal(undefined);
    expect(originForm(`http://${'a'.repeat(253)}:80/x`)).to.equal(undefined);
  });
});
