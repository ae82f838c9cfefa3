import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientIp } from './address.server.ts'

/** How a request counts that comes from 10.0.0.1 with this X-Forwarded-For. */
async function addressBehind(proxies: number, forwarded?: string) {
  const app = new Hono().get('/', (c) => c.text(clientIp(c, proxies)))
  const socket = { remoteAddress: '10.0.0.1', remotePort: 50_000, remoteFamily: 'IPv4' }
  const headers: HeadersInit = forwarded ? { 'X-Forwarded-For': forwarded } : {}
  return (await app.request('/', { headers }, { incoming: { socket } })).text()
}

test('without proxies a visitor counts by the address of the connection, whatever the visitor writes', async () => {
  expect(await addressBehind(0)).toBe('10.0.0.1')
  expect(await addressBehind(0, '192.0.2.7')).toBe('10.0.0.1')
})

test('behind proxies each visitor counts by the address that the outermost proxy heard', async () => {
  expect(await addressBehind(1, '192.0.2.7')).toBe('192.0.2.7')
  expect(await addressBehind(2, '192.0.2.7, 10.0.0.2')).toBe('192.0.2.7')
  expect(await addressBehind(1, '[2001:db8::7]:51000')).toBe('2001:db8::7')
  expect(await addressBehind(1, '192.0.2.7:51000')).toBe('192.0.2.7')
})

test('what a visitor writes before the proxies’ own words changes nothing', async () => {
  expect(await addressBehind(1, '203.0.113.9, 192.0.2.7')).toBe('192.0.2.7')
  expect(await addressBehind(2, '203.0.113.9, 192.0.2.7, 10.0.0.2')).toBe('192.0.2.7')
  expect(await addressBehind(1, 'unknown')).toBe('10.0.0.1')
  expect(await addressBehind(1)).toBe('10.0.0.1')
})
