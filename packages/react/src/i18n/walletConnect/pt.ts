import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const pt = {
  ways: 'Formas de conectar',
  platforms: {
    'qr code': 'Celular',
    mobile: 'Celular',
    browser: 'Navegador',
    desktop: 'Computador',
    webapp: 'App web',
  },
  scan: 'Escaneie este código com o celular',
  scanText: 'Abra sua carteira nele, encontre o leitor de códigos e aprove a conexão.',
  scanWith: (name) => `Escaneie este código com ${name}`,
  scanWithText: (name) => `Abra ${name} no celular, encontre o leitor de códigos e aprove a conexão.`,
  copyLink: 'Copiar link',
  newCode: 'Novo código',
  newLink: 'Novo link',
  preparing: 'Preparando o link…',
  open: (name) => `Abrir ${name}`,
  openText: (name) => `Aprove a conexão em ${name} e volte. Esta página se atualiza sozinha.`,
  again: 'Nada abriu?',
  hints: (name) => [
    `${name} está instalada neste aparelho?`,
    'Permita que o navegador abra o app, se ele perguntar.',
    'Copie o link e cole no leitor de códigos da carteira.',
  ],
  notInstalled: (name) => `${name} não está instalada neste navegador`,
  notInstalledText: 'Instale a extensão, volte e conecte, ou use a carteira no celular.',
  getExtension: 'Obter a extensão',
  installed: (name) => `${name} está instalada aqui`,
  installedText: 'Conecte com a extensão em vez do celular.',
  connectHere: 'Conectar neste navegador',
  relay: {
    reaching: 'Conectando ao servidor…',
    reconnecting: 'Reconectando ao servidor…',
    unreachable: 'Sem conexão com o servidor',
    unreachableText: 'Ele leva as mensagens à sua carteira. Continuamos tentando; verifique sua conexão.',
  },
  failures: {
    relay: 'Sem conexão com o servidor que leva as mensagens à sua carteira. Nada foi compartilhado.',
    refused: 'O servidor de mensagens não aceita este site. Nada foi compartilhado.',
    clock:
      'O relógio do seu dispositivo está errado. Ajuste a data e a hora e conecte-se de novo. Nada foi compartilhado.',
    busy: 'Tentativas demais em pouco tempo. Espere um momento e tente novamente.',
    unsettled:
      'Sua carteira aprovou, mas o resto da resposta não chegou. Talvez o relay o tenha perdido. Nada foi guardado; tente de novo.',
    noAccount: 'A carteira não compartilhou nenhuma conta que este site possa usar. Nada foi guardado.',
    signIn: 'Não foi possível verificar o login. A conexão foi encerrada e nada foi salvo.',
    unavailable: 'Este site não configurou conexões com celulares.',
  },
  waiting: {
    confirm: (name) => `Confirme em ${name}`,
    text: 'Uma solicitação desta página espera lá.',
    more: (count) => `Solicitações em espera: ${count}`,
    open: (name) => `Abrir ${name}`,
    kinds: { signature: 'Assinatura', transaction: 'Transação', network: 'Rede' },
  },
} satisfies WalletConnectTexts
