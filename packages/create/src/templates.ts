import { type Family, kitFile, walletFile } from './localStack.ts'

/** The supported frameworks. */
export const frameworks = ['react', 'next', 'vue', 'page'] as const
export type Framework = (typeof frameworks)[number]

export type Plan = {
  /** The folder's name, and the page's. */
  name: string
  framework: Framework
  families: readonly Family[]
  /** The first port of the local stack. */
  port: number
  /** The kit and the test kit for npm to install: a version, or the path of a tarball. */
  kit: string
  testkit: string
}

/** A page's files by their path. */
export type Files = Readonly<Record<string, string>>

const versions = {
  react: '^19.0.0',
  types: '^19.0.0',
  vite: '^8.0.0',
  pluginReact: '^6.0.0',
  vue: '^3.5.0',
  pluginVue: '^6.0.0',
  next: '^16.0.0',
  typescript: '^7.0.0',
}

/** Everything that is written for a plan. */
export function filesOf(plan: Plan): Files {
  const { name, families, port } = plan
  const source = plan.framework === 'next' ? 'app' : 'src'
  return {
    'package.json': json(manifestOf(plan)),
    'tsconfig.json': json(compilerOf(plan)),
    'README.md': readme(plan),
    '.gitignore': 'node_modules\ndist\n.next\n*.tsbuildinfo\nnext-env.d.ts\n',
    [`${source}/billfold.ts`]: kitFile({ name, chosen: families, port }),
    [`${source}/devnetWallet.ts`]: walletFile(port),
    ...pages[plan.framework](plan),
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function manifestOf({ name, framework, kit, testkit }: Plan): unknown {
  const { react, types, vite, pluginReact, vue, pluginVue, next, typescript } = versions
  const own = {
    react: { dev: { '@vitejs/plugin-react': pluginReact, vite }, dependencies: {} },
    next: { dev: {}, dependencies: { next } },
    vue: { dev: { '@vitejs/plugin-vue': pluginVue, vite }, dependencies: { vue } },
    page: { dev: { vite }, dependencies: {} },
  }[framework]
  const withReact = framework === 'react' || framework === 'next'
  return {
    name,
    private: true,
    type: 'module',
    scripts:
      framework === 'next'
        ? { dev: 'next dev', build: 'next build', start: 'next start' }
        : { dev: 'vite', build: framework === 'vue' ? 'vite build' : 'tsc && vite build', preview: 'vite preview' },
    // The kit draws with React inside, also on pages that are not written with it.
    dependencies: sorted({ '@billfold/react': kit, react, 'react-dom': react, ...own.dependencies }),
    devDependencies: sorted({
      '@billfold/testkit': testkit,
      ...(withReact ? { '@types/react': types, '@types/react-dom': types } : {}),
      ...(framework === 'next' ? { '@types/node': '^24.0.0' } : {}),
      ...(framework === 'vue' ? {} : { typescript }),
      ...own.dev,
    }),
  }
}

const sorted = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function compilerOf({ framework }: Plan): unknown {
  const isNext = framework === 'next'
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      isolatedModules: true,
      ...(isNext
        ? { allowJs: true, incremental: true, esModuleInterop: true, resolveJsonModule: true }
        : { types: ['vite/client'] }),
      ...(isNext ? { plugins: [{ name: 'next' }] } : {}),
    },
    include: isNext
      ? ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts', '.next/dev/types/**/*.ts']
      : ['src'],
    ...(isNext ? { exclude: ['node_modules'] } : {}),
  }
}

const html = (name: string, entry: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
  </head>
  <body>
    ${body}
    <script type="module" src="/src/${entry}"></script>
  </body>
</html>
`

const pages: Record<Framework, (plan: Plan) => Files> = {
  react: ({ name }) => ({
    'index.html': html(name, 'main.tsx', '<div id="root"></div>'),
    'vite.config.ts': `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react()] })
`,
    'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './billfold'
import { App } from './App'
import { offerDevnetWallet } from './devnetWallet'

if (import.meta.env.DEV) void offerDevnetWallet()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
    'src/App.tsx': `import { AppKitButton, useAppKitAccount, useAppKitNetwork } from '@billfold/react'

export function App() {
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  return (
    <main>
      <h1>${name}</h1>
      <AppKitButton />
      <p>{isConnected ? \`Connected as \${address} on \${caipNetwork?.name}\` : 'No wallet connected.'}</p>
    </main>
  )
}
`,
  }),
  next: ({ name }) => ({
    'app/layout.tsx': `import type { ReactNode } from 'react'

export const metadata = { title: '${name}' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`,
    'app/page.tsx': `import { Wallet } from './Wallet'

export default function Page() {
  return (
    <main>
      <h1>${name}</h1>
      <Wallet />
    </main>
  )
}
`,
    'app/Wallet.tsx': `'use client'

import { AppKitButton, useAppKitAccount, useAppKitNetwork } from '@billfold/react'
import { useEffect } from 'react'
import './billfold'
import { offerDevnetWallet } from './devnetWallet'

export function Wallet() {
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  useEffect(() => {
    if (process.env.NODE_ENV === 'development') void offerDevnetWallet()
  }, [])
  return (
    <>
      <AppKitButton />
      <p>{isConnected ? \`Connected as \${address} on \${caipNetwork?.name}\` : 'No wallet connected.'}</p>
    </>
  )
}
`,
  }),
  vue: ({ name }) => ({
    'index.html': html(name, 'main.ts', '<div id="root"></div>'),
    'vite.config.ts': `import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// The kit's buttons are custom elements: Vue leaves their tags alone.
const isCustomElement = (tag: string) => tag.startsWith('appkit-')

export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] })
`,
    'src/main.ts': `import { createApp } from 'vue'
import App from './App.vue'
import { offerDevnetWallet } from './devnetWallet'

if (import.meta.env.DEV) void offerDevnetWallet()

createApp(App).mount('#root')
`,
    'src/App.vue': `<script setup lang="ts">
import { onUnmounted, ref } from 'vue'
import { appKit } from './billfold'

const account = ref(appKit.getAccount())
onUnmounted(appKit.subscribeAccount((next) => (account.value = next)))
</script>

<template>
  <main>
    <h1>${name}</h1>
    <appkit-button></appkit-button>
    <p v-if="account.isConnected">Connected as {{ account.address }}</p>
    <p v-else>No wallet connected.</p>
  </main>
</template>
`,
    'src/env.d.ts': `/// <reference types="vite/client" />

declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
`,
  }),
  page: ({ name }) => ({
    'index.html': html(
      name,
      'main.ts',
      `<main>
      <h1>${name}</h1>
      <appkit-button></appkit-button>
      <p id="account">No wallet connected.</p>
    </main>`,
    ),
    'src/main.ts': `import { appKit } from './billfold'
import { offerDevnetWallet } from './devnetWallet'

if (import.meta.env.DEV) void offerDevnetWallet()

const line = document.getElementById('account')!
appKit.subscribeAccount(({ address }) => {
  line.textContent = address ? \`Connected as \${address}\` : 'No wallet connected.'
})
`,
  }),
}

const titles: Record<Framework, string> = {
  react: 'React and Vite',
  next: 'Next.js',
  vue: 'Vue and Vite',
  page: 'a plain page and Vite',
}

const readme = ({ name, framework, port }: Plan) => `# ${name}

A page that connects wallets, with ${titles[framework]} and [Billfold](https://www.npmjs.com/package/@billfold/react).

\`\`\`sh
npm install
npm run dev
\`\`\`

In a copy of the Billfold repository, \`${port === 4100 ? '' : `BILLFOLD_PORT=${port} `}npm start\` runs the API and the local chains that this page uses. In development
the page offers the *Devnet Wallet*, whose published keys have coins on those chains and nowhere else.

\`billfold.ts\` says which API, relay and networks are used: change them there before you publish the page.
`
