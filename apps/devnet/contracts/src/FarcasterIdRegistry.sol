// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Who owns which Farcaster id, with the calls of the real registry that clients read. Here anybody may register anybody: it stands on a
/// local chain, at the address that clients have built in.
contract FarcasterIdRegistry {
    error HasId();
    error HasNoId();

    event Register(address indexed to, uint256 indexed id, address recovery);
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    uint256 public idCounter;
    mapping(address owner => uint256 fid) public idOf;
    mapping(uint256 fid => address owner) public custodyOf;
    mapping(uint256 fid => address recovery) public recoveryOf;

    function register(address to, address recovery) external returns (uint256 fid) {
        if (idOf[to] != 0) revert HasId();
        fid = ++idCounter;
        idOf[to] = fid;
        custodyOf[fid] = to;
        recoveryOf[fid] = recovery;
        emit Register(to, fid, recovery);
    }

    function transfer(address to) external {
        uint256 fid = idOf[msg.sender];
        if (fid == 0) revert HasNoId();
        if (idOf[to] != 0) revert HasId();
        delete idOf[msg.sender];
        idOf[to] = fid;
        custodyOf[fid] = to;
        emit Transfer(msg.sender, to, fid);
    }
}
