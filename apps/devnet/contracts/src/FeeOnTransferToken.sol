// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 that burns one percent of every transfer: the receiver gets less than was sent.
contract FeeOnTransferToken is ERC20 {
    uint256 public constant FEE_PERCENT = 1;
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

    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        uint256 fee = (amount * FEE_PERCENT) / 100;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, amount - fee);
    }
}
