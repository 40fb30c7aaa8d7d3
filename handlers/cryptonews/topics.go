package cryptonews

// cryptoWords tell news about crypto from the other news of a mixed publisher, beside the names of coins. In the form
// of coins.Words.
const cryptoWords = `crypto cryptocurrency cryptocurrencie blockchain token tokenized tokenised tokenization
tokenisation stablecoin altcoin memecoin defi nft web3 onchain dao dex airdrop wallet staking
staker validator rollup mainnet satoshi miner mining hodl btc eth binance coinbase kraken bitfinex
bitget bybit okx kucoin bitstamp gemini metamask opensea microstrategy circle polymarket ftx
celsius grayscale halving whitepaper ledger trezor tornado bitmain hashrate cbdc`
