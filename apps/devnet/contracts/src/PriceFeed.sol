// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// The dollar price of one ether, with eight decimals, in the shape Chainlink's readers expect.
contract PriceFeed {
    address public immutable owner;
    uint8 public constant decimals = 8;
    string public constant description = "ETH / USD";
    int256 public latestAnswer;
    uint256 public latestTimestamp;
    uint80 public latestRound;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(int256 answer) {
        owner = msg.sender;
        _update(answer);
    }

    function update(int256 answer) external {
        require(msg.sender == owner, "only the owner sets the price");
        _update(answer);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (latestRound, latestAnswer, latestTimestamp, latestTimestamp, latestRound);
    }

    function _update(int256 answer) private {
        require(answer > 0, "a price is above zero");
        latestAnswer = answer;
        latestTimestamp = block.timestamp;
        emit AnswerUpdated(answer, ++latestRound, block.timestamp);
    }
}
