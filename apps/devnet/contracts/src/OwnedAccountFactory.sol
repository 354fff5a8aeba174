// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {OwnedAccount} from "./OwnedAccount.sol";

/// Creates OwnedAccounts where everybody can compute them beforehand. Anybody may create anybody's: the owner is fixed by
/// the address, and signatures of accounts that are not there yet (ERC-6492) are checked by creating them.
contract OwnedAccountFactory {
    address public immutable accountImplementation;

    constructor() {
        accountImplementation = address(new OwnedAccount());
    }

    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) {
            Clones.cloneDeterministicWithImmutableArgs(accountImplementation, abi.encodePacked(owner), bytes32(salt));
        }
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(
            accountImplementation, abi.encodePacked(owner), bytes32(salt)
        );
    }
}
