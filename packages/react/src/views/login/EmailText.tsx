import { Fragment } from 'react'

/** An email address that breaks where it is read in parts: behind the @, and before a dot of its host. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  const [host = '', ...zones] = email.slice(at).split('.')
  return (
    <bdi dir="ltr">
      {email.slice(0, at)}
      <wbr />
      {host}
      {zones.map((zone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <Fragment key={index}>
          <wbr />.{zone}
        </Fragment>
      ))}
    </bdi>
  )
}
