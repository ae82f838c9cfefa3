// nginx with the configuration of deploy/, without name, certificate and folders of a server.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atEnd, Failure } from '../tools.mjs'
import { findProgram } from './debian.mjs'
import { freePort } from './postgres.mjs'

const ours = new URL('../../deploy/nginx.conf', import.meta.url)

/**
 * @param {{ port: number, sitePorts: (number | string)[], folder?: string }} places
 * `folder`: of plain files, under /plain/.
 */
export async function startNginx({ port, sitePorts, folder: plain }) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-nginx-'))
  const servers = sitePorts.map((sitePort) => `server 127.0.0.1:${sitePort};`).join(' ')
  const text = readFileSync(ours, 'utf8')
  const around = [...text.matchAll(/^# {5}(.*;.*)$/gm)].map(([, line]) => line).join(' ')
  const file = text
    .replace(/^#.*\n/gm, '')
    .replace(/listen \[::\].*\n/g, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${await freePort()}`)
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('ssl_reject_handshake on;', '')
    .replace(/ssl_certificate.*\n/g, '')
    .replace('/run/courtside-pages', `${folder}/cache`)
    .replace('server 127.0.0.1:3000;', servers)
    .replaceAll('server_name tennis.example', 'server_name localhost')
    .replace(/(?=location \/ {\s+proxy_pass)/, plain ? `location /plain/ { alias ${plain}/; } ` : '')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log; ${around} http { access_log off; ${folders} ${file} }`,
  )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')]
  const nginx = spawn(process.env.NGINX_PROGRAM ?? findProgram('nginx') ?? 'nginx', args, {
    stdio: 'inherit',
  })
  const ended = new Promise((resolve) => nginx.on('exit', resolve))
  const stop = async () => {
    forget()
    nginx.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const forget = atEnd(stop)
  for (let tries = 0; tries < 500; tries++) {
    const answer = await fetch(`http://localhost:${port}/health`).catch(() => undefined)
    if (answer?.ok) return { url: `http://localhost:${port}`, pid: nginx.pid ?? 0, stop }
    await wait(20)
  }
  await stop()
  throw new Failure('nginx does not answer.')
}
