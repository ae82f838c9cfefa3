import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/tools.mjs'
import { type Machine, trusted } from './machine.ts'

export const keys = { merchantId: 'fairmeadow', publicKey: 'drill_public', privateKey: 'drill_private' }
const braintree = 'api.sandbox.braintreegateway.com'
const ca = '/usr/local/share/ca-certificates/drill.crt'
const signed = (name: string, key: string, chain: string) =>
  `openssl req -x509 -newkey rsa:2048 -nodes -days 80 -CA ${ca} -CAkey /root/ca.key -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout ${key} -out ${chain} 2>/dev/null`

/** Signs what shows its file at the name, as Let's Encrypt does. */
const certbot = `#!/bin/sh -e
# certonly --webroot -w FOLDER -d NAME --deploy-hook COMMAND
shown=$4/.well-known/acme-challenge
mkdir -p $shown && echo drill > $shown/drill
curl --fail --silent --location http://$6/.well-known/acme-challenge/drill | grep -qx drill
mkdir -p /etc/letsencrypt/live/$6
${signed('$6', '/etc/letsencrypt/live/$6/privkey.pem', '/etc/letsencrypt/live/$6/fullchain.pem')}
test ! -e /etc/nginx/sites-enabled/courtside || sh -c "$8"
`

/** What the machine has the internet for: names, certificates, and whoever sets the site up. */
export async function standInForOthers({ root: disk, type }: Machine, name: string) {
  writeFileSync(join(disk, 'etc/hosts'), `127.0.0.1 localhost ${name} ${braintree}\n`)
  const made = await type(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 80 -subj /CN=drill -keyout /root/ca.key -out ${ca} && update-ca-certificates`,
  )
  if (made.code !== 0) throw new Error(made.output)
  writeFileSync(join(disk, 'usr/local/bin/certbot'), certbot, { mode: 0o755 })
  // Node trusts Let's Encrypt by itself; the login shells of the commands are told of ours.
  writeFileSync(join(disk, 'etc/profile.d/drill.sh'), `export NODE_EXTRA_CA_CERTS=${trusted}\n`)
}

const merchant = JSON.stringify({
  id: keys.merchantId,
  publicKey: keys.publicKey,
  privateKey: keys.privateKey,
})

/** Braintree, played by our sandbox behind the name that the site calls, and a mail server. `site` is its built folder. */
export const standInForServices = (site: string) => [
  `mkdir -p /var/mail/drill /var/lib/drill && ${signed(braintree, '/root/gateway.key', '/root/gateway.crt')}`,
  `systemd-run --collect --unit=gateway --working-directory=${site}/sandbox --setenv=SANDBOX_DATA_DIR=/var/lib/drill --setenv=SANDBOX_PORT=4001 '--setenv=SANDBOX_MERCHANT=${merchant}' node bin.mjs`,
  `echo 'server { listen 443 ssl; server_name ${braintree}; ssl_certificate /root/gateway.crt; ssl_certificate_key /root/gateway.key; location / { proxy_pass http://127.0.0.1:4001; } }' > /etc/nginx/conf.d/gateway.conf`,
  'systemctl reload nginx',
  openPost(site),
]

/** Another machine, reached by SFTP: the settings that lead there. */
export const openOffsite = [
  'mkdir -p /srv/offsite',
  'systemd-run --collect --unit=offsite rclone serve sftp /srv/offsite --addr 127.0.0.1:2022 --user club --pass drill',
  'printf "%s\\n" BACKUP_TO=offsite:kept RCLONE_CONFIG_OFFSITE_TYPE=sftp RCLONE_CONFIG_OFFSITE_HOST=127.0.0.1 RCLONE_CONFIG_OFFSITE_PORT=2022 RCLONE_CONFIG_OFFSITE_USER=club RCLONE_CONFIG_OFFSITE_PASS=$(rclone obscure drill) >> /etc/courtside.env',
]

export const openPost = (site: string) =>
  `systemd-run --collect --unit=post --working-directory=${site} node --import tsx e2e/drills/support/machine-post.ts /var/mail/drill 2525`

/** A repository that the machine can clone, of what lies here, committed or not. */
export function repositoryIn({ root: disk }: Machine, path: string) {
  const work = mkdtempSync(join(tmpdir(), 'courtside-repository-'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', work, '-c', 'user.name=drill', '-c', 'user.email=drill@example.org', ...words])
  const here = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', here).toString().split('\0').filter(Boolean))
    cpSync(join(root, file), join(work, file))
  git('init', '--quiet')
  const publish = (message: string) => {
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
    rmSync(join(disk, path), { recursive: true, force: true })
    execFileSync('git', ['clone', '--quiet', '--bare', work, join(disk, path)])
  }
  publish('The version of today')
  return {
    /** A version that has this file for browsers. */
    publishWith(file: string) {
      mkdirSync(join(work, 'web/public'), { recursive: true })
      writeFileSync(join(work, 'web/public', file), 'newer\n')
      publish('A newer version')
    },
    remove: () => rmSync(work, { recursive: true }),
  }
}
