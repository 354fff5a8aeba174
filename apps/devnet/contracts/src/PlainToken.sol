// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 with nothing special about it. Anyone may mint: this is a test network's money.
contract PlainToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(string memory name, string memory symbol, uint8 decimals_, address[] memory holders, uint256 each)
        ERC20(name, symbol)
    {
        _decimals = decimals_;
        for (uint256 i = 0; i < holders.length; ++i) _mint(holders[i], each);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
