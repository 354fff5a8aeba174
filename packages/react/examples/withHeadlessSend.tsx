import { useAppKitSend } from '@billfold/react/headless'

export function SendForm() {
  const form = useAppKitSend()
  if (!form.canSend) return <p>Connect a wallet first.</p>
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <input inputMode="decimal" value={form.amount} onChange={({ target }) => form.setAmount(target.value)} />
      <input value={form.to} onChange={({ target }) => form.setTo(target.value)} />
      {/* The whole address: this is where the visitor decides. */}
      {form.recipient.state === 'found' ? <code>{form.recipient.address}</code> : null}
      {form.risks.map(({ kind }) => (
        <p key={kind}>{kind}</p>
      ))}
      {form.needsConfirmation ? (
        <button type="button" onClick={form.confirmRecipient}>
          I have checked the address
        </button>
      ) : null}
      <button type="submit" disabled={!form.isReady}>
        {form.attempt.phase === 'asking' ? 'Confirm in your wallet' : form.lacks}
      </button>
    </form>
  )
}
