import type { SignInTexts } from './signInTexts.ts'

export const pt: SignInTexts = {
  site: 'O dapp',
  title: (site) => `${site} precisa se conectar à sua carteira`,
  prove: 'Assine esta mensagem para provar que a carteira é sua e continuar.',
  required: 'Assinar é grátis. Se você cancelar, será desconectado.',
  optional: 'Assinar é grátis. Se você cancelar, continuará conectado sem entrar.',
  sign: 'Assinar',
  signing: 'Assinando…',
  cancel: 'Cancelar',
  cancelling: 'Cancelando…',
  again: 'Tentar novamente',
  without: 'Continuar sem entrar',
  continueIn: (wallet) => `Continue em ${wallet}`,
  inWallet: 'Leia a mensagem na sua carteira e assine.',
  checking: 'Verificando se você já entrou…',
  verifying: 'Verificando sua assinatura…',
  expired: 'Sua sessão expirou. Entre novamente para continuar.',
  signedIn: 'Você entrou',
  done: 'Concluído',
  website: 'Site',
  account: 'Conta',
  network: 'Rede',
  troubles: {
    declined: { title: 'Assinatura recusada', detail: 'Você recusou a solicitação e não entrou.' },
    wallet: {
      title: 'Não foi possível assinar',
      detail: 'Sua carteira não conseguiu assinar a mensagem. Você não entrou.',
    },
    invalid: { title: 'A assinatura não é válida', detail: 'Sua carteira usou outra conta. Você não entrou.' },
    refused: { title: 'Entrada não verificada', detail: 'O site não aceitou a assinatura. Você não entrou.' },
    unavailable: {
      title: 'Entrada indisponível',
      detail: 'O servidor de autenticação não respondeu. Sua carteira continua conectada.',
    },
    unknown: {
      title: 'Entrada indisponível',
      detail: 'O servidor de autenticação não respondeu. Sua carteira continua conectada.',
    },
  },
  toasts: {
    declined: 'Assinatura recusada',
    smartAccount: 'Este aplicativo pode não ser compatível com Smart Accounts',
    initialize: 'Ocorreu um problema ao preparar a autenticação',
  },
}
