// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An ERC-721 collection: token `n` is described at `<base>/n.json`. Anyone may mint.
contract Collectible721 is ERC721 {
    using Strings for uint256;

    string private _base;
    uint256 public totalSupply;

    constructor(string memory name, string memory symbol, string memory base, address[] memory holders, uint256 each)
        ERC721(name, symbol)
    {
        _base = base;
        for (uint256 i = 0; i < holders.length; ++i) {
            for (uint256 j = 0; j < each; ++j) mint(holders[i]);
        }
    }

    function mint(address to) public returns (uint256 id) {
        id = ++totalSupply;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return string.concat(_base, "/", id.toString(), ".json");
    }
}
