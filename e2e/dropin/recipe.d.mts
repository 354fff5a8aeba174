import type { Plugin } from 'vite'

export function ourServers(servers: { api: string; relay: string; projectId: string }): Plugin
