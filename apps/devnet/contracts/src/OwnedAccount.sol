// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IAccount, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// An ERC-4337 account of one key, for chains without EIP-7702. It keeps no storage and cannot be upgraded: its owner is
/// part of its code, so its code alone says whose it is and what it does. Calls are encoded as Simple7702Account's.
contract OwnedAccount is IAccount, IERC1271, ERC721Holder, ERC1155Holder {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    error NotAllowed(address caller);
    error ExecuteError(uint256 index, bytes error);

    address public constant entryPoint = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE_TYPE = keccak256("AccountMessage(bytes32 hash)");

    modifier onlyEntryPoint() {
        if (msg.sender != entryPoint) revert NotAllowed(msg.sender);
        _;
    }

    modifier onlyEntryPointOrOwner() {
        if (msg.sender != entryPoint && msg.sender != owner()) revert NotAllowed(msg.sender);
        _;
    }

    function owner() public view returns (address) {
        return address(bytes20(Clones.fetchCloneArgs(address(this))));
    }

    function execute(address target, uint256 value, bytes calldata data) external onlyEntryPointOrOwner {
        (bool success, bytes memory returned) = target.call{value: value}(data);
        if (!success) _revertWith(returned);
    }

    /// All of the calls or none; says which one failed.
    function executeBatch(Call[] calldata calls) external onlyEntryPointOrOwner {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory returned) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (success) continue;
            if (calls.length == 1) _revertWith(returned);
            revert ExecuteError(i, returned);
        }
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 opHash, uint256 missingFunds)
        external
        onlyEntryPoint
        returns (uint256 validationData)
    {
        validationData = _isSignedByOwner(opHash, op.signature) ? 0 : 1;
        if (missingFunds > 0) {
            // Whether enough arrived is for the entry point to find out.
            (bool paid,) = msg.sender.call{value: missingFunds}("");
            (paid);
        }
    }

    /// ERC-1271. What is signed names this account and chain, so that what its owner signed for another account of theirs
    /// means nothing here.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _isSignedByOwner(messageHash(hash), signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// What the owner signs so that the account has signed `hash`.
    function messageHash(bytes32 hash) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("Billfold Account"), keccak256("1"), block.chainid, address(this))
        );
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(MESSAGE_TYPE, hash))));
    }

    function supportsInterface(bytes4 id) public view override returns (bool) {
        return id == type(IAccount).interfaceId || id == type(IERC1271).interfaceId || super.supportsInterface(id);
    }

    receive() external payable {}

    function _isSignedByOwner(bytes32 hash, bytes calldata signature) private view returns (bool) {
        (address signer, ECDSA.RecoverError error,) = ECDSA.tryRecover(hash, signature);
        return error == ECDSA.RecoverError.NoError && signer == owner();
    }

    function _revertWith(bytes memory returned) private pure {
        assembly ("memory-safe") {
            revert(add(returned, 0x20), mload(returned))
        }
    }
}
