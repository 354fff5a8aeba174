// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Never deployed: `eth_call` runs it as if it were being created, and what it would leave as its code is the answer, one byte.
/// Whether a contract account signed a hash (ERC-1271); one that is not there yet is created first (ERC-6492), in this call alone.
/// No answer of a stranger's contract is copied beyond its first word, so none can use up what is left of the gas.
contract SignatureCheck {
    constructor(
        address account,
        bytes32 hash,
        bytes memory signature,
        address factory,
        bytes memory factoryData
    ) {
        bytes memory question = abi.encodeWithSelector(0x1626ba7e, hash, signature);
        assembly ("memory-safe") {
            if iszero(or(extcodesize(account), iszero(factory))) {
                pop(call(gas(), factory, 0, add(factoryData, 0x20), mload(factoryData), 0, 0))
            }
            let isSigned := 0
            if extcodesize(account) {
                mstore(0, 0)
                let isAnswered := staticcall(gas(), account, add(question, 0x20), mload(question), 0, 0x20)
                isSigned := and(and(isAnswered, gt(returndatasize(), 0x1f)), eq(mload(0), shl(224, 0x1626ba7e)))
            }
            mstore(0, isSigned)
            return(0x1f, 1)
        }
    }
}
