// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// Answers for every name below its own (ENSIP-10) with what a gateway keeps off the chain (EIP-3668). What the gateway says
/// counts only with a signature of its key, for this contract, this question and a short time.
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error NotOwner();
    error Expired();
    error TooLong();
    error NotSigned();

    /// No answer holds longer, whatever its signer promises: a stolen key's lies end with it.
    uint256 public constant LONGEST = 1 days;

    address public owner;
    address public signer;
    string[] private _urls;

    constructor(address owner_, address signer_, string[] memory urls_) {
        owner = owner_;
        signer = signer_;
        _urls = urls_;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function urls() external view returns (string[] memory) {
        return _urls;
    }

    function setUrls(string[] memory urls_) external onlyOwner {
        _urls = urls_;
    }

    function setSigner(address signer_) external onlyOwner {
        signer = signer_;
    }

    function setOwner(address owner_) external onlyOwner {
        owner = owner_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == this.resolve.selector || id == 0x01ffc9a7;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory question = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, question, this.resolveWithProof.selector, question);
    }

    function resolveWithProof(bytes calldata response, bytes calldata question) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert Expired();
        if (expires > block.timestamp + LONGEST) revert TooLong();
        bytes32 hash = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(question), keccak256(result))
        );
        (address by, ECDSA.RecoverError error,) = ECDSA.tryRecover(hash, signature);
        if (error != ECDSA.RecoverError.NoError || by != signer) revert NotSigned();
        return result;
    }
}
