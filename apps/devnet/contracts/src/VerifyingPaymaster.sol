// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {PackedUserOperation, IEntryPoint, IPaymaster} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// Pays for a user operation that the signer agreed to pay for: ERC-4337 v0.7 and v0.8 alike.
/// The entry point pays the fee to whoever sends the bundle, so only the owner's relayers may: anyone else could pocket it.
/// (Reading `tx.origin` keeps such operations out of public mempools by ERC-7562; a private bundler does not need them.)
/// `paymasterAndData` is paymaster (20) | verification gas (16) | post-op gas (16) | validUntil (6) | validAfter (6) | signature (65).
contract VerifyingPaymaster is IPaymaster {
    uint256 private constant DATA_OFFSET = 52;
    uint256 private constant SIGNATURE_OFFSET = 64;

    IEntryPoint public immutable entryPoint;
    address public immutable signer;
    address public immutable owner;
    mapping(address => bool) public isRelayer;

    event RelayerSet(address indexed relayer, bool isAllowed);

    constructor(IEntryPoint entryPoint_, address signer_, address[] memory relayers) {
        entryPoint = entryPoint_;
        signer = signer_;
        owner = msg.sender;
        for (uint256 at = 0; at < relayers.length; at++) setRelayerTo(relayers[at], true);
    }

    function setRelayer(address relayer, bool isAllowed) external {
        require(msg.sender == owner, "only the owner sets relayers");
        setRelayerTo(relayer, isAllowed);
    }

    function setRelayerTo(address relayer, bool isAllowed) private {
        isRelayer[relayer] = isAllowed;
        emit RelayerSet(relayer, isAllowed);
    }

    /// What the signer signs: everything of the operation but the signatures, the time window, this contract and chain.
    function getHash(PackedUserOperation calldata op, uint48 validUntil, uint48 validAfter)
        public
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                op.sender,
                op.nonce,
                keccak256(op.initCode),
                keccak256(op.callData),
                op.accountGasLimits,
                bytes32(op.paymasterAndData[20:DATA_OFFSET]),
                op.preVerificationGas,
                op.gasFees,
                block.chainid,
                address(this),
                validUntil,
                validAfter
            )
        );
    }

    function validatePaymasterUserOp(PackedUserOperation calldata op, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validationData)
    {
        require(msg.sender == address(entryPoint), "only the entry point may ask");
        bytes calldata data = op.paymasterAndData;
        require(data.length == SIGNATURE_OFFSET + 65, "paymaster data must hold a time window and a signature");
        uint48 validUntil = uint48(bytes6(data[DATA_OFFSET:DATA_OFFSET + 6]));
        uint48 validAfter = uint48(bytes6(data[DATA_OFFSET + 6:SIGNATURE_OFFSET]));
        bytes32 digest = MessageHashUtils.toEthSignedMessageHash(getHash(op, validUntil, validAfter));
        (address recovered, ECDSA.RecoverError error,) = ECDSA.tryRecover(digest, data[SIGNATURE_OFFSET:]);
        bool failed = error != ECDSA.RecoverError.NoError || recovered != signer || !isRelayer[tx.origin];
        return ("", (failed ? 1 : 0) | (uint256(validUntil) << 160) | (uint256(validAfter) << 208));
    }

    /// Never called: an empty context asks the entry point to skip it.
    function postOp(PostOpMode, bytes calldata, uint256, uint256) external pure {
        revert("no post-op");
    }

    function deposit() external payable {
        entryPoint.depositTo{value: msg.value}(address(this));
    }

    function withdrawTo(address payable to, uint256 amount) external {
        require(msg.sender == owner, "only the owner withdraws");
        entryPoint.withdrawTo(to, amount);
    }
}
