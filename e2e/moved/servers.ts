import { nameServers } from '@billfold/appkit-compat/servers'

nameServers((globalThis as unknown as { servers: Parameters<typeof nameServers>[0] }).servers)
