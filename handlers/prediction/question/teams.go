package question

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// leagues are the teams of the American professional leagues by the title that they play for. Venues name a team by
// its city where the league has one team there, and by the first letter of its name where it has two.
var leagues = map[string][]string{
	"superbowl": teams(`arizona cardinals, atlanta falcons, baltimore ravens, buffalo bills, carolina panthers,
		chicago bears, cincinnati bengals, cleveland browns, dallas cowboys, denver broncos, detroit lions,
		green bay packers, houston texans, indianapolis colts, jacksonville jaguars, kansas city chiefs,
		las vegas raiders, los angeles chargers, los angeles rams, miami dolphins, minnesota vikings,
		new england patriots, new orleans saints, new york giants, new york jets, philadelphia eagles,
		pittsburgh steelers, san francisco 49ers, seattle seahawks, tampa bay buccaneers, tennessee titans,
		washington commanders`),
	"nbatitle": teams(`atlanta hawks, boston celtics, brooklyn nets, charlotte hornets, chicago bulls,
		cleveland cavaliers, dallas mavericks, denver nuggets, detroit pistons, golden state warriors, houston rockets,
		indiana pacers, los angeles clippers, los angeles lakers, memphis grizzlies, miami heat, milwaukee bucks,
		minnesota timberwolves, new orleans pelicans, new york knicks, oklahoma city thunder, orlando magic,
		philadelphia 76ers, phoenix suns, portland trail blazers, sacramento kings, san antonio spurs,
		toronto raptors, utah jazz, washington wizards`),
	"worldseries": teams(`arizona diamondbacks, atlanta braves, baltimore orioles, boston red sox, chicago cubs,
		chicago white sox, cincinnati reds, cleveland guardians, colorado rockies, detroit tigers, houston astros,
		kansas city royals, los angeles angels, los angeles dodgers, miami marlins, milwaukee brewers, minnesota twins,
		new york mets, new york yankees, philadelphia phillies, pittsburgh pirates, san diego padres,
		san francisco giants, seattle mariners, st louis cardinals, tampa bay rays, texas rangers, toronto blue jays,
		washington nationals`),
	"stanleycup": teams(`anaheim ducks, boston bruins, buffalo sabres, calgary flames, carolina hurricanes,
		chicago blackhawks, colorado avalanche, columbus blue jackets, dallas stars, detroit red wings,
		edmonton oilers, florida panthers, los angeles kings, minnesota wild, montreal canadiens, nashville predators,
		new jersey devils, new york islanders, new york rangers, ottawa senators, philadelphia flyers,
		pittsburgh penguins, san jose sharks, seattle kraken, st louis blues, tampa bay lightning,
		toronto maple leafs, utah mammoth, vancouver canucks, vegas golden knights, washington capitals, winnipeg jets`),
}

func teams(text string) []string {
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		list = append(list, strings.Join(strings.Fields(name), " "))
	}
	return list
}

// settleTeam gives the team of a league its whole name.
func (q *Question) settleTeam() {
	for title, list := range leagues {
		if !q.words[title] || len(q.said) == 0 {
			continue
		}
		said := strings.Join(q.said, " ")
		fit := each.Where(list, func(name string) bool {
			return name == said || strings.HasPrefix(name, said+" ") || len(q.said) > 1 && strings.HasPrefix(name, said)
		})
		if len(fit) != 1 || slices.Contains(list, said) {
			continue
		}
		q.rename(fit[0])
	}
}

// rename makes the subject of the question another.
func (q *Question) rename(subject string) {
	for word := range q.subject {
		delete(q.words, word)
	}
	q.subject = each.Set(words(subject))
	for word := range q.subject {
		q.words[word] = true
	}
}
