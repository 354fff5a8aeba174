// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

interface IENSRegistry {
    function resolver(bytes32 node) external view returns (address);
}

interface IResolver {
    function supportsInterface(bytes4 id) external view returns (bool);
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
}

/// What clients of ENS do for a universal resolver: ask each gateway as the resolver itself would.
interface IBatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] calldata requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// Resolves a name, or an address back to its name, in one call: the interface of ENS's universal resolver.
/// Wildcards (ENSIP-10), primary names per chain (ENSIP-19) and resolvers that keep their answers off the chain (EIP-3668) are
/// supported: their question is passed on in a batch of one, as ours, because clients follow only the contract that they asked.
contract UniversalResolver {
    bytes4 private constant EXTENDED_RESOLVER = 0x9061b923;
    uint256 private constant COIN_TYPE_ETH = 60;
    uint256 private constant COIN_TYPE_DEFAULT = 0x80000000;

    struct ResolverInfo {
        bytes name;
        uint256 offset;
        bytes32 node;
        address resolver;
        bool extended;
    }

    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error EmptyAddress();
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    /// What must be known to go on when a gateway has answered.
    struct Waiting {
        address resolver;
        bytes4 callback;
        bytes extraData;
        bool extended;
        /// Of a reverse lookup: whose name it is to be, and where the name was found.
        string primary;
        bytes account;
        address reverseResolver;
        string[] gateways;
    }

    IENSRegistry public immutable registry;

    constructor(IENSRegistry registry_) {
        registry = registry_;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data, _defaultGateways());
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data, gateways);
    }

    function reverse(bytes calldata account, uint256 coinType)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType, _defaultGateways());
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType, gateways);
    }

    /// The resolver of a DNS-encoded name or of its nearest ancestor that has one, and where that ancestor starts.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = _namehash(name, 0);
        while (true) {
            resolver = registry.resolver(_namehash(name, offset));
            uint256 length = uint8(name[offset]);
            if (resolver != address(0) || length == 0) return (resolver, node, offset);
            offset += 1 + length;
        }
    }

    /// The resolver that answers for a name, or an error that says why there is none.
    function requireResolver(bytes memory name) public view returns (ResolverInfo memory info) {
        info.name = name;
        (info.resolver, info.node, info.offset) = findResolver(name);
        if (info.resolver == address(0)) revert ResolverNotFound(name);
        if (info.resolver.code.length == 0) revert ResolverNotContract(name, info.resolver);
        info.extended = _isExtended(info.resolver);
        // A parent's resolver answers for a child only if it says that it does.
        if (info.offset > 0 && !info.extended) revert ResolverNotFound(name);
    }

    /// The second half of `resolve`, when a gateway has answered.
    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory answer, address resolver)
    {
        Waiting memory waiting = abi.decode(extra, (Waiting));
        return (_goOn(waiting, response, this.resolveCallback.selector), waiting.resolver);
    }

    /// The second half of `reverse`, when a gateway has answered whom the name stands for.
    function reverseCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        Waiting memory waiting = abi.decode(extra, (Waiting));
        bytes memory answer = _goOn(waiting, response, this.reverseCallback.selector);
        _assertForward(waiting.primary, answer, waiting.account);
        return (waiting.primary, waiting.resolver, waiting.reverseResolver);
    }

    function _goOn(Waiting memory waiting, bytes calldata response, bytes4 ours) private view returns (bytes memory) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revert ResolverError(responses[0]);
        bytes memory call = abi.encodePacked(waiting.callback, abi.encode(responses[0], waiting.extraData));
        return _answerOf(call, waiting, ours);
    }

    /// Nobody's address: clients know that they are to ask by themselves.
    function _defaultGateways() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
    }

    function _resolve(bytes memory name, bytes memory data, string[] memory gateways)
        private
        view
        returns (bytes memory answer, address resolver)
    {
        Waiting memory waiting;
        waiting.gateways = gateways;
        answer = _ask(name, data, waiting, this.resolveCallback.selector);
        resolver = waiting.resolver;
    }

    function _ask(bytes memory name, bytes memory data, Waiting memory waiting, bytes4 ours)
        private
        view
        returns (bytes memory answer)
    {
        ResolverInfo memory info = requireResolver(name);
        waiting.resolver = info.resolver;
        waiting.extended = info.extended;
        answer = _answerOf(info.extended ? abi.encodeCall(IResolver.resolve, (name, data)) : data, waiting, ours);
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
    }

    function _answerOf(bytes memory call, Waiting memory waiting, bytes4 ours) private view returns (bytes memory answer) {
        bool ok;
        (ok, answer) = waiting.resolver.staticcall(call);
        if (!ok) {
            if (bytes4(answer) == OffchainLookup.selector) _passOn(answer, waiting, ours);
            revert ResolverError(answer);
        }
        if (waiting.extended && answer.length > 0) answer = abi.decode(answer, (bytes));
    }

    /// Asks the caller for what the resolver asks for, in our own name.
    function _passOn(bytes memory lookup, Waiting memory waiting, bytes4 ours) private view {
        bytes memory fields = new bytes(lookup.length - 4);
        for (uint256 i = 0; i < fields.length; ++i) fields[i] = lookup[i + 4];
        address sender;
        string[] memory urls;
        bytes memory question;
        (sender, urls, question, waiting.callback, waiting.extraData) =
            abi.decode(fields, (address, string[], bytes, bytes4, bytes));
        if (sender != waiting.resolver) revert ResolverError(lookup);
        IBatchGateway.Request[] memory requests = new IBatchGateway.Request[](1);
        requests[0] = IBatchGateway.Request(sender, urls, question);
        bytes memory batch = abi.encodeCall(IBatchGateway.query, (requests));
        revert OffchainLookup(address(this), waiting.gateways, batch, ours, abi.encode(waiting));
    }

    function _reverse(bytes calldata account, uint256 coinType, string[] memory gateways)
        private
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (account.length == 0) revert EmptyAddress();
        (primary, reverseResolver) = _primaryName(account, _reverseSuffix(coinType));
        bool isEvmChain = coinType == COIN_TYPE_ETH || (coinType & COIN_TYPE_DEFAULT != 0 && coinType <= type(uint32).max);
        if (bytes(primary).length == 0 && isEvmChain && coinType != COIN_TYPE_DEFAULT) {
            (primary, reverseResolver) = _primaryName(account, _reverseSuffix(COIN_TYPE_DEFAULT));
        }
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);

        bytes memory name = _dnsEncode(primary);
        Waiting memory waiting;
        waiting.primary = primary;
        waiting.account = account;
        waiting.reverseResolver = reverseResolver;
        waiting.gateways = gateways;
        bytes memory question = abi.encodeCall(IResolver.addr, (_namehash(name, 0), coinType));
        bytes memory answer = _ask(name, question, waiting, this.reverseCallback.selector);
        _assertForward(primary, answer, account);
        resolver = waiting.resolver;
    }

    function _assertForward(string memory primary, bytes memory answer, bytes memory account) private pure {
        bytes memory forward = abi.decode(answer, (bytes));
        if (keccak256(forward) != keccak256(account)) revert ReverseAddressMismatch(primary, forward);
    }

    function _primaryName(bytes calldata account, bytes memory suffix)
        private
        view
        returns (string memory primary, address resolver)
    {
        bytes memory name = abi.encodePacked(uint8(account.length * 2), _hex(account), suffix, hex"00");
        (address found,, uint256 offset) = findResolver(name);
        if (found == address(0) || (offset > 0 && !_isExtended(found))) return ("", address(0));
        bytes memory answer;
        (answer, resolver) = _resolve(name, abi.encodeCall(IResolver.name, (_namehash(name, 0))), _defaultGateways());
        primary = abi.decode(answer, (string));
    }

    function _reverseSuffix(uint256 coinType) private pure returns (bytes memory) {
        if (coinType == COIN_TYPE_ETH) return "\x04addr\x07reverse";
        if (coinType == COIN_TYPE_DEFAULT) return "\x07default\x07reverse";
        bytes memory digits = bytes(Strings.toHexString(coinType));
        // ENSIP-11 writes the coin type in hex without a prefix and without leading zeros.
        uint256 start = digits.length > 3 && digits[2] == "0" ? 3 : 2;
        bytes memory label = new bytes(digits.length - start);
        for (uint256 i = 0; i < label.length; ++i) label[i] = digits[start + i];
        return abi.encodePacked(uint8(label.length), label, "\x07reverse");
    }

    function _isExtended(address resolver) private view returns (bool) {
        try IResolver(resolver).supportsInterface(EXTENDED_RESOLVER) returns (bool yes) {
            return yes;
        } catch {
            return false;
        }
    }

    function _namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        if (offset + 1 + length >= name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(_namehash(name, offset + 1 + length), label));
    }

    function _dnsEncode(string memory ens) private pure returns (bytes memory dns) {
        bytes memory name = bytes(ens);
        dns = new bytes(name.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i <= name.length; ++i) {
            if (i < name.length && name[i] != ".") {
                dns[i + 1] = name[i];
                continue;
            }
            if (i == start || i - start > 255) revert DNSEncodingFailed(ens);
            dns[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    function _hex(bytes calldata data) private pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        text = new bytes(data.length * 2);
        for (uint256 i = 0; i < data.length; ++i) {
            text[2 * i] = digits[uint8(data[i]) >> 4];
            text[2 * i + 1] = digits[uint8(data[i]) & 15];
        }
    }
}
