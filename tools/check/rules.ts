import { checkSize } from '../size/checkSize.ts'
import { checkAdvisories } from './advisories.ts'
import { checkApiReports } from './apiReports.ts'
import { checkCatalogs } from './catalogs.ts'
import { checkDecisions } from './decisions.ts'
import { checkDependencies } from './dependencies.ts'
import { checkExactPins } from './exactPins.ts'
import { checkFamilyAddresses } from './familyAddresses.ts'
import { checkFileNames } from './fileNames.ts'
import { checkFileSize } from './fileSize.ts'
import { checkFunctionLength } from './functionLength.ts'
import { checkImportBorders } from './importBorders.ts'
import { checkLicences } from './licences.ts'
import { checkLinearPatterns } from './linearPatterns.ts'
import { checkLockfile } from './lockfile.ts'
import { checkPlainNames } from './plainNames.ts'
import { checkPlainWords } from './plainWords.ts'
import type { Rule } from './problem.ts'
import { checkPrograms } from './programs.ts'
import { checkPublicDocs } from './publicDocs.ts'
import { checkRegistryHosts } from './registryHosts.ts'
import { checkSourceTree } from './sourceTree.ts'
import { checkSpecification } from './specification.ts'
import { checkValueCycles } from './valueCycles.ts'
import { checkWorkflows } from './workflows.ts'
import { checkWorkspaceReadmes } from './workspaceReadmes.ts'

/** The rules of the repository, in the order they are shown. */
export const rules: Rule[] = [
  { name: 'import borders', check: checkImportBorders },
  { name: 'value cycles', check: checkValueCycles },
  { name: 'file size', check: checkFileSize },
  { name: 'function length', check: checkFunctionLength },
  { name: 'file names', check: checkFileNames },
  { name: 'source tree', check: checkSourceTree },
  { name: 'workspace readmes', check: checkWorkspaceReadmes },
  { name: 'catalogs', check: checkCatalogs },
  { name: 'decisions', check: checkDecisions },
  { name: 'licenses', check: checkLicences },
  { name: 'lockfile', check: checkLockfile },
  { name: 'advisories', check: checkAdvisories },
  { name: 'exact pins', check: checkExactPins },
  { name: 'dependencies', check: checkDependencies },
  { name: 'registry hosts', check: checkRegistryHosts },
  { name: 'workflows', check: checkWorkflows },
  { name: 'programs', check: checkPrograms },
  { name: 'family addresses', check: checkFamilyAddresses },
  { name: 'linear patterns', check: checkLinearPatterns },
  { name: 'public docs', check: checkPublicDocs },
  { name: 'public types', check: checkApiReports },
  { name: 'plain words', check: checkPlainWords },
  { name: 'plain names', check: checkPlainNames },
  { name: 'specification', check: checkSpecification },
  { name: 'size', check: checkSize },
]
