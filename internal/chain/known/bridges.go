package known

// bridgeTable lists bridges, and further contracts of protocols in the other tables.
var bridgeTable = []group{
	{
		source:  "Across: contracts, deployed-addresses",
		trusted: true,
		rows: []row{
			{"0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5", "ethereum", RolePool, "Across"},
			{"0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64", "base", RolePool, "Across"},
			{"0x10D8b8DaA26d307489803e10477De69C0492B610", "base,ethereum", RolePool, "Across periphery"},
		},
	},
	{
		source:  "Stargate: stargate-v2, deployments",
		trusted: true,
		rows: []row{
			{"0xdc181Bd607330aeeBEF6ea62e03e5e1Fb4B6F7C7", "base", RolePool, "Stargate ETH"},
			{"0x27a16dc786820B16E5c9028b75B99F6f604b5d26", "base", RolePool, "Stargate USDC"},
			{"0x77b2043768d28E9C9aB44E1aBfC95944bcE57931", "ethereum", RolePool, "Stargate ETH"},
			{"0xc026395860Db2d07ee33e05fE50ed7bD583189C7", "ethereum", RolePool, "Stargate USDC"},
		},
	},
	{
		source:  "Circle's CCTP, as rotki and Compound's deployments have it",
		trusted: true,
		rows: []row{
			{"0xBd3fa81B58Ba92a82136038B25aDec7066af3155", "ethereum", RolePool, "CCTP"},
			{"0x1682Ae6375C4E4A97e4B583BC394c861A46D8962", "base", RolePool, "CCTP"},
			{
				"0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d", "base,ethereum,arbitrum,optimism,polygon,avalanche",
				RolePool, "CCTP 2",
			},
		},
	},
	{
		source:  "the OP Stack's predeploys, and Compound's deployments",
		trusted: true,
		rows: []row{
			{"0x4200000000000000000000000000000000000010", "base,optimism,base-sepolia", RolePool, "OP Stack bridge"},
			{"0x3154Cf16ccdb4C6d922629664174b904d80F2C35", "ethereum", RolePool, "OP Stack bridge to Base"},
			{"0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1", "ethereum", RolePool, "OP Stack bridge to Optimism"},
			{"0x49048044D57e1C92A77f79988d21Fa8fAF74E97e", "ethereum", RolePool, "OP Stack bridge portal to Base"},
		},
	},
	{
		source:  "Uniswap: contracts, and programs that hold positions there",
		trusted: true,
		rows: []row{
			{"0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1", "base", RolePool, "Uniswap v3 positions"},
			{"0x7C5f5A4bBd8fD63184577525326123B519429bDc", "base", RolePool, "Uniswap v4 positions"},
			{"0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e", "ethereum", RolePool, "Uniswap v4 positions"},
		},
	},
	{
		source:  "Aerodrome: slipstream, deployments",
		trusted: true,
		rows: []row{
			{"0xcbBb8035cAc7D4B3Ca7aBb74cF7BdF900215Ce0D", "base", RoleRouter, "Aerodrome Slipstream router"},
			{"0x827922686190790b37229fd06084350E74485b72", "base", RolePool, "Aerodrome Slipstream positions"},
			{"0xa990C6a764b73BF43cee5Bb40339c3322FB9D55F", "base", RolePool, "Aerodrome Slipstream positions"},
			{"0x16613524e02ad97eDfeF371bC883F2F5d6C480A5", "base", RolePool, "Aerodrome voter"},
			{"0xeBf418Fe2512e7E6bd9b87a8F0f294aCDC67e6B4", "base", RolePool, "Aerodrome voting escrow"},
		},
	},
	{
		source:  "odos-router-v3, rotki",
		trusted: true,
		rows: []row{
			{"0x0D05a7D3448512B78fa8A9e46c4872C88C4a0D05", everywhere, RoleRouter, "Odos v3"},
			{"0x6352a56caadC4F1E25CD6c75970Fa768A3304e64", everywhere, RoleRouter, "OpenOcean"},
			{"0xBA12222222228d8Ba445958a75a0704d566BF2C8", everywhere, RolePool, "Balancer v2 vault"},
		},
	},
	{
		source:  "Aave's address book",
		trusted: true,
		rows: []row{
			{"0xf9cc4F0D883F1a1eb2c253bdb46c254Ca51E1F44", "base", RolePool, "Aave v3 rewards"},
			{"0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb", "ethereum", RolePool, "Aave v3 rewards"},
		},
	},
	{
		source:  "Compound's deployments (comet)",
		trusted: true,
		rows: []row{
			{"0x123964802e6ABabBE1Bc9547D72Ef1B69B00A6b1", "base", RolePool, "Compound rewards"},
			{"0x1B0e765F6224C21223AeA2af16c1C46E38885a40", "ethereum", RolePool, "Compound rewards"},
		},
	},
	{
		source:  "Basenames' deployments, as rotki has them",
		trusted: true,
		rows: []row{
			{"0xC6d566A56A1aFf6508b41f6c90ff131615583BCD", "base", RoleRegistry, "Basenames resolver"},
			{basenamesRegistry, "base", RoleRegistry, "Basenames registry"},
			{"0x03c4738Ee98aE44591e1A4A4F3CaB6641d95DD9a", "base", RoleRegistry, "Basenames base registrar"},
		},
	},
}
