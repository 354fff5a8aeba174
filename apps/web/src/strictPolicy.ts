import * as z from 'zod/mini'

// zod probes for `new Function`, which the page's policy forbids and reports: disable that before any schema is made.
z.config({ jitless: true })
