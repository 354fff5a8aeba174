// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

interface ISenderCreator {
    function createSender(bytes calldata initCode) external returns (address);
}

/// Finds how much gas an account's call needs. Never deployed: a bundler lays it over the entry point's code in an
/// `eth_call`, so that account and factory see the entry point as their caller.
contract CallGasProbe {
    error Outcome(bool success, uint256 gasUsed, bytes returned);

    /// The least gas with which the call succeeds (to within an eighth of a percent and 500 gas, if there is gas enough
    /// to search with), or why it never does.
    function probe(ISenderCreator creator, bytes calldata initCode, address sender, bytes calldata data, uint256 cap)
        external
        returns (bool success, uint256 gasNeeded, bytes memory returned)
    {
        if (initCode.length > 0 && sender.code.length == 0) creator.createSender(initCode);
        uint256 used;
        (success, used, returned) = _outcome(sender, data, cap);
        if (!success) return (false, used, returned);
        uint256 low = used;
        uint256 high = cap;
        // A call seldom needs more than 64/63 per level above what it used, so look near `used` first.
        uint256 guess = used + used / 16 + 2500;
        while (high - low > 500 + low / 800) {
            if (guess <= low || guess >= high) guess = (low + high) / 2;
            // With too little gas left to try fairly, what is known to work is the answer.
            if (gasleft() < guess + guess / 32 + 100_000) break;
            (bool ok,,) = _outcome(sender, data, guess);
            if (ok) high = guess;
            else low = guess;
            guess = 0;
        }
        return (true, high, "");
    }

    /// Calls with that much gas and reverts with what happened, so that nothing of it stays.
    function attempt(address target, bytes calldata data, uint256 gasLimit) external {
        uint256 before = gasleft();
        (bool success, bytes memory returned) = target.call{gas: gasLimit}(data);
        revert Outcome(success, before - gasleft(), returned);
    }

    function _outcome(address target, bytes calldata data, uint256 gasLimit)
        private
        returns (bool, uint256, bytes memory)
    {
        try this.attempt(target, data, gasLimit) {
            revert("attempt always reverts");
        } catch (bytes memory reason) {
            if (bytes4(reason) != Outcome.selector) revert("not enough gas to probe with");
            assembly ("memory-safe") {
                let length := sub(mload(reason), 4)
                reason := add(reason, 4)
                mstore(reason, length)
            }
            return abi.decode(reason, (bool, uint256, bytes));
        }
    }
}
