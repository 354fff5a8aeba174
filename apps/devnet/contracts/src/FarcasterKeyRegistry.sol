// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

interface IIds {
    function idOf(address owner) external view returns (uint256);
}

/// Which keys may sign for a Farcaster id, with the calls of the real registry that clients read. A key of type 2 is an address that may
/// sign in. Here anybody may add keys for anybody: it stands on a local chain.
contract FarcasterKeyRegistry {
    error InvalidState();
    error Unauthorized();

    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    event Add(uint256 indexed fid, uint32 indexed keyType, bytes indexed key, bytes keyBytes, uint8 metadataType, bytes metadata);
    event Remove(uint256 indexed fid, bytes indexed key, bytes keyBytes);

    IIds private constant ids = IIds(0x00000000Fc6c5F01Fc30151999387Bb99A9f489b);
    mapping(uint256 fid => mapping(bytes key => KeyData data)) private keys;

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }

    function add(address fidOwner, uint32 keyType, bytes calldata key, uint8 metadataType, bytes calldata metadata) external {
        uint256 fid = ids.idOf(fidOwner);
        if (fid == 0) revert Unauthorized();
        if (keys[fid][key].state != KeyState.NULL) revert InvalidState();
        keys[fid][key] = KeyData(KeyState.ADDED, keyType);
        emit Add(fid, keyType, key, key, metadataType, metadata);
    }

    function remove(bytes calldata key) external {
        uint256 fid = ids.idOf(msg.sender);
        if (fid == 0) revert Unauthorized();
        if (keys[fid][key].state != KeyState.ADDED) revert InvalidState();
        keys[fid][key].state = KeyState.REMOVED;
        emit Remove(fid, key, key);
    }
}
