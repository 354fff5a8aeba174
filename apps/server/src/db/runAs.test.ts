import { expect, it } from 'vitest'
import { findRunAs } from './runAs.ts'

const root = 'root:x:0:0:root:/root:/bin/bash\n'
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'
const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash\n'

it('uses the postgres user for root', () => {
  expect(findRunAs(root + nobody + postgres, 0)).toEqual({ name: 'postgres', uid: 101, gid: 104 })
  expect(findRunAs(root + nobody, 0)).toEqual({ name: 'nobody', uid: 65534, gid: 65534 })
})

it('uses no other user otherwise', () => expect(findRunAs(root + postgres, 1000)).toBeUndefined())

it('names the fix if there is no such user', () => expect(() => findRunAs(root, 0)).toThrow('set DATABASE_URL'))
