import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../test/testMailServer.ts'
import { createMailer } from './createMailer.ts'

function mailerAt(port: number, attemptMs?: number) {
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Wallet <wallet@shop.example>',
    ...(attemptMs && { attemptMs }),
  })
  onTestFinished(() => mailer.close())
  return mailer
}
const mail = { to: 'ann@mail.example', subject: 'Your code', text: 'Your code: 123456' }

test('sends mail by SMTP to one person, whatever the address looks like', async () => {
  const { port, mails } = await startMailServer()
  const mailer = mailerAt(port)
  await mailer.send(mail)
  expect(mails).toMatchObject([
    { to: ['ann@mail.example'], mail: { from: { address: 'wallet@shop.example' }, subject: 'Your code' } },
  ])
  expect(mails[0]!.mail.text).toContain('Your code: 123456')
  await mailer.send({ ...mail, to: 'ann@mail.example, bob@mail.example' }).catch(() => {})
  expect(mails.flatMap(({ to }) => to)).not.toContain('bob@mail.example')
  await expect(mailer.send({ ...mail, to: 'nobody@mail.example' })).rejects.toMatchObject({ code: 'unavailable' })
})

test('retries once if the first connection breaks', async () => {
  const { port, mails } = await startMailServer()
  let connections = 0
  const flaky = createServer((socket) => {
    if (connections++ === 0) return void socket.destroy()
    const onward = new (socket.constructor as typeof Socket)().connect(port, '127.0.0.1')
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void flaky.close())
  await mailerAt((flaky.address() as AddressInfo).port).send(mail)
  expect(connections).toBe(2)
  expect(mails).toHaveLength(1)
})

test('sends the next mail over the same connection, and over a new one if the server closed that', async () => {
  const { port, mails } = await startMailServer()
  const connections: Socket[] = []
  const counting = createServer((socket) => {
    connections.push(socket)
    const onward = new (socket.constructor as typeof Socket)().connect(port, '127.0.0.1')
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of connections) socket.destroy()
    counting.close()
  })
  const mailer = mailerAt((counting.address() as AddressInfo).port)
  await mailer.send(mail)
  await mailer.send({ ...mail, to: 'bob@mail.example' })
  expect(connections).toHaveLength(1)
  connections[0]!.destroy()
  await mailer.send({ ...mail, to: 'cat@mail.example' })
  expect(connections).toHaveLength(2)
  expect(mails.map(({ to }) => to)).toEqual([['ann@mail.example'], ['bob@mail.example'], ['cat@mail.example']])
})

test('gives up on a silent mail server, and reports it', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => void held.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
    silent.close()
  })
  await expect(mailerAt((silent.address() as AddressInfo).port, 100).send(mail)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The mail could not be sent. Please try again.',
  })
})
