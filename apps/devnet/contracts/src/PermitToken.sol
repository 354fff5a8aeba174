// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// An ERC-20 whose approvals may be signed (EIP-2612). Anyone may mint: this is a test network's money.
contract PermitToken is ERC20Permit {
    uint8 private immutable _decimals;

    constructor(string memory name, string memory symbol, uint8 decimals_, address[] memory holders, uint256 each)
        ERC20(name, symbol)
        ERC20Permit(name)
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
