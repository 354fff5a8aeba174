// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// An ERC-1155 collection: every holder starts with `each` of token 1 and one of token 2. Anyone may mint.
contract Collectible1155 is ERC1155 {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_, string memory uri_, address[] memory holders, uint256 each)
        ERC1155(uri_)
    {
        name = name_;
        symbol = symbol_;
        for (uint256 i = 0; i < holders.length; ++i) {
            mint(holders[i], 1, each);
            mint(holders[i], 2, 1);
        }
    }

    function mint(address to, uint256 id, uint256 amount) public {
        _mint(to, id, amount, "");
    }
}
