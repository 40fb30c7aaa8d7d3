package cryptonews

// publisher is a news site with a feed.
type publisher struct {
	Name  string
	URL   string
	mixed bool // brings news of other fields too, which are left out
}

// publishers are the feeds that are read, all keyless RSS 2.0. They are those that answered a monitoring project's probe of
// 2026-10-03, and two that answered some hosts. Left out, as of that date: DL News, whose terms forbid commercial use
// without permission; Blockworks, whose feed has stood still since 2026-01; Chainwire, which is press releases.
func publishers() []publisher {
	return []publisher{
		{Name: "CoinDesk", URL: "https://www.coindesk.com/arc/outboundfeeds/rss/"},
		{Name: "Cointelegraph", URL: "https://cointelegraph.com/rss"},
		{Name: "Decrypt", URL: "https://decrypt.co/feed", mixed: true},
		{Name: "The Defiant", URL: "https://thedefiant.io/feed"},
		{Name: "Bitcoin Magazine", URL: "https://bitcoinmagazine.com/feed"},
		{Name: "Protos", URL: "https://protos.com/feed/", mixed: true},
		{Name: "BeInCrypto", URL: "https://beincrypto.com/feed/"},
		{Name: "The Block", URL: "https://www.theblock.co/rss.xml"},
		{Name: "Crypto Briefing", URL: "https://cryptobriefing.com/feed/", mixed: true},
		{Name: "Unchained", URL: "https://unchainedcrypto.com/feed/"},
		{Name: "CryptoSlate", URL: "https://cryptoslate.com/feed/"},
	}
}

// cryptoWords tell news about crypto from the other news of a mixed publisher, beside the names of coins. In the form of
// coins.Words.
const cryptoWords = `crypto cryptocurrency cryptocurrencie blockchain token tokenized tokenised tokenization tokenisation stablecoin altcoin memecoin
defi nft web3 onchain dao dex airdrop wallet staking staker validator rollup mainnet satoshi miner mining hodl btc eth
binance coinbase kraken bitfinex bitget bybit okx kucoin bitstamp gemini metamask opensea microstrategy circle polymarket ftx celsius
grayscale halving whitepaper ledger trezor tornado bitmain hashrate cbdc`
