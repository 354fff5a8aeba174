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

/// Resolves a name, or an address back to its name, in one call: the interface of ENS's universal resolver.
/// Wildcards (ENSIP-10) and primary names per chain (ENSIP-19) are supported; off-chain gateways are not, nothing here uses them.
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

    IENSRegistry public immutable registry;

    constructor(IENSRegistry registry_) {
        registry = registry_;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data);
    }

    function reverse(bytes calldata account, uint256 coinType)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType);
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

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory answer, address resolver) {
        ResolverInfo memory info = requireResolver(name);
        resolver = info.resolver;
        bool ok;
        (ok, answer) = resolver.staticcall(info.extended ? abi.encodeCall(IResolver.resolve, (name, data)) : data);
        if (!ok) revert ResolverError(answer);
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        if (info.extended) answer = abi.decode(answer, (bytes));
    }

    function _reverse(bytes calldata account, uint256 coinType)
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
        bytes memory answer;
        (answer, resolver) = _resolve(name, abi.encodeCall(IResolver.addr, (_namehash(name, 0), coinType)));
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
        (answer, resolver) = _resolve(name, abi.encodeCall(IResolver.name, (_namehash(name, 0))));
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
