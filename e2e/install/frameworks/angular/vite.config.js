import linker from '@angular/compiler-cli/linker/babel'
import { transformAsync } from '@babel/core'

// As the command line of Angular does: finishes the parts of Angular's own packages that they leave to an application's
// compiler.
const linkAngular = {
  name: 'link-angular',
  async transform(code, id) {
    if (!id.includes('/node_modules/@angular/') || !code.includes('ɵɵngDeclare')) return null
    const linked = await transformAsync(code, { filename: id, plugins: [linker], configFile: false, babelrc: false })
    return { code: linked.code, map: null }
  },
}

export default { plugins: [linkAngular] }
