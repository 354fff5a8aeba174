import type { MismatchTexts } from './mismatchTexts.ts'

export const tr = {
  sentence: (why) => `Size gösterilen takas bu olmadığı için durduruldu: ${why}. Takas yapılmadı.`,
  why: {
    contract: 'başka bir sözleşme çağrılıyor',
    spender: 'tokenlerinizi başka bir sözleşme alırdı',
    recipient: 'satın aldığınız başkasına giderdi',
    paidToken: 'başka bir tokenle ödeme yapardınız',
    receivedToken: 'başka bir token alırdınız',
    amount: 'başka bir tutar alınırdı',
    minimum: 'minimumdan daha azını alabilirdiniz',
    fee: 'ücret daha yüksek',
    deadline: 'çok daha sonra gerçekleşebilirdi',
    permission: 'imzanız başka bir şeye izin verirdi',
    approval: 'izin başka bir şey için olurdu',
    sentApproval: 'cüzdanınız başka bir şeye izin verdi, izinlerini kontrol edin',
    decimals: 'bir tokenin ondalık sayısı farklı',
    call: 'ne yaptığı anlaşılamıyor',
    simulation: 'simülasyonda başka bir şey oluyor',
    response: 'sunucunun yanıtı geçersiz',
  },
} satisfies MismatchTexts
