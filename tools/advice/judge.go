package advice

import (
	"cmp"
	"debug/buildinfo"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/tools/allocation"
)

// errNothing is the error of a profile without allocations.
var errNothing = errors.New("nothing was allocated in the profile: put load on the program, and cover several garbage collections (the runtime publishes allocations only when one ends); for a quiet program, ask for /debug/pprof/heap?gc=1 twice")

// modulesOf returns the modules whose code may be changed: those that were asked
// for, or that of the program's file if it is here, of the source, or of the
// function main. It returns nil if none is known.
func modulesOf(p *allocation.Profile, asked []string, source string) []string {
	if len(asked) > 0 {
		return asked
	}
	if p.Program != "" {
		if info, err := buildinfo.ReadFile(p.Program); err == nil && info.Main.Path != "" && info.Main.Path != "command-line-arguments" {
			return []string{info.Main.Path}
		}
	}
	if source != "" {
		return []string{source}
	}
	for _, r := range p.Records {
		for _, f := range r.Stack {
			if packageOf(f.Function) == "main" {
				if module := moduleOf(f.File); module != "" {
					return []string{module}
				}
			}
		}
	}
	return nil
}

// A judge decides about the places of one profile.
type judge struct {
	Options
	profile *allocation.Profile
	code    *code
	owners  owners
	model   model
	while   time.Duration
	total   allocation.Amount
	cost    Range
}

func (j *judge) amount(a allocation.Amount) Amount {
	factor := j.Load / j.while.Seconds()
	return Amount{a.Bytes * factor, a.Objects * factor, a.Bytes / j.total.Bytes}
}

// item judges one place.
func (j *judge) item(s *site) Item {
	size, _ := s.size()
	item := Item{
		Yours: s.yours, Function: s.place.Function, File: s.place.File, Line: s.place.Line, Lines: others(s.lines, s.place.Line),
		Callers: callersOf(s), Amount: j.amount(s.allocated), Size: size, Error: s.error(j.profile.Period <= 1),
	}
	if s.recipe != nil && s.recipe.clears {
		item.Uses = s.uses() * j.Load / j.while.Seconds()
	}
	if inner := most(s.inner); !s.yours || s.called != "" || s.recipe != nil {
		item.Inner = inner
	}
	cost, lease := s.costs(j.model, j.while)
	cost, lease = Range{cost.Low * j.Load, cost.High * j.Load}, Range{lease.Low * j.Load, lease.High * j.Load}
	saves := cost.minus(lease)
	known := j.profile.While != 0
	if known {
		item.Cost = &cost
	}
	j.advise(s, &item)
	if item.Verdict == Leave {
		return item
	}
	if item.Verdict != Instead && known {
		item.Saves = &saves
	}
	switch {
	case known && cost.High < j.Worth:
		item.dismiss(fmt.Sprintf("At this load it costs at most %s of one processor.", percent(cost.High)))
	case known && item.Verdict != Instead && saves.High < j.Worth:
		item.dismiss(fmt.Sprintf("A pool saves at most %s of one processor at this load.", percent(saves.High)))
	case s.samples < fewSamples && j.profile.Period > 1:
		item.dismiss(fmt.Sprintf("Only about %.0f of these allocations were sampled, which is too few to say how much it is. Profile for longer.", max(s.samples, 1)))
	}
	return item
}

// fewSamples are too few to estimate from: the error is 70 % and more.
const fewSamples = 8

// dismiss makes the item one that is not worth a change, and says why before what
// would otherwise be advised.
func (i *Item) dismiss(why string) {
	i.Verdict, i.Why, i.Saves, i.Code = Leave, why, nil, ""
	if i.Pool != "" {
		i.Why += fmt.Sprintf(" (At a higher load: %s.)", i.Pool)
		i.Pool = ""
	}
}

// advise says what to do about a place, whatever it costs.
func (j *judge) advise(s *site, item *Item) {
	switch {
	case s.start:
		item.what(s, Leave, "It was allocated while packages were initialized: once.")
	case s.kept.Bytes > s.allocated.Bytes/2:
		item.what(s, Leave, fmt.Sprintf("%s of it is still in use, so it is not garbage: a cache, a queue or a connection keeps it. A pool saves nothing here.", percent(s.kept.Bytes/s.allocated.Bytes)))
	case s.pooled == "rcpool.Pool":
		item.what(s, Leave, "An rcpool.Pool makes it already: these are the leases that found no idle object. rcpool_news_total and rcpool_retired_total say how many, and why.")
	case s.pooled != "":
		item.what(s, Perhaps, "It is made by the New of a sync.Pool, so the pool is often empty. Garbage collections empty it, and objects that are not put back are lost. Look for paths without a Put (rcvet finds them). An rcpool.Pool keeps what is used from one collection to the next.")
		item.Pool, item.Code = "rcpool.Pool", ownPool("T")
	case s.recipe != nil:
		item.What, item.Verdict, item.Why, item.Pool, item.Code = s.recipe.what, s.recipe.verdict, s.recipe.why, s.recipe.pool, s.recipe.lines
		if item.Verdict == Pool && s.yours {
			if s.made != nil {
				item.Made = &Caller{Function: s.made.Function, File: s.made.File, Line: s.made.Line, Share: 1}
			}
			j.weigh(item, s.lifetime)
		}
	case !s.yours:
		item.what(s, Leave, fmt.Sprintf("Code of %s allocates it, without a call from yours on the stack. Perhaps a setting of it has it allocate less.", packageOf(s.place.Function)))
	case s.called != "":
		j.library(s, item)
	default:
		j.own(s, item)
	}
}

// what describes a place for which no recipe was used.
func (i *Item) what(s *site, v Verdict, why string) {
	i.Verdict, i.Why = v, why
	switch {
	case s.recipe != nil:
		i.What = s.recipe.what
	case s.called != "":
		i.What = cmp.Or(s.what, "what "+s.called+" needs")
	case !s.yours:
		i.What = cmp.Or(s.what, "what "+packageOf(s.place.Function)+" needs")
	default:
		i.What = "an object of yours"
	}
}

// library advises on what a library allocates for itself.
func (j *judge) library(s *site, item *Item) {
	pkg := packageOf(s.called)
	why := fmt.Sprintf("%s allocates it and owns it, so a pool of yours cannot take it back. Call it less often, or look for a variant of it that takes your memory (…Append, …Into, a Reset, an option for a pool).", pkg)
	item.what(s, Leave, why)
	if s.what != "" {
		item.Why = fmt.Sprintf("%s makes a new %s for its own use. Look for an option of it that reuses them, or do without it: with %s you can do the same from a pool.", pkg, s.what, poolFor(s.what))
	}
}

// poolFor returns the ready-made pool of an object.
func poolFor(what string) string {
	for _, r := range recipes {
		if r.what == what {
			return r.pool
		}
	}
	return ""
}

// ownPool returns the lines for an object of the program's own.
func ownPool(name string) string {
	return "var pool = rcpool.Pool[" + name + "]{Name: \"" + strings.ToLower(name[strings.LastIndex(name, ".")+1:]) + "\"} // with a method Reset, which rcgen writes\n\nref := pool.Get()\ndefer ref.Release()\n… ref.Value() …"
}

// own advises on what the code of the program allocates itself.
func (j *judge) own(s *site, item *Item) {
	size, _ := s.size()
	found := j.code.allocationAt(s.place, size)
	item.What = found.what
	item.Verdict, item.Why, item.Code = Perhaps, found.why, found.lines
	switch found.way {
	case growing, filling, converting, joining, closing, boxing:
		item.Verdict = Instead
	case starting:
		item.Verdict = Leave
	case making, unknownWay:
		item.Pool = cmp.Or(found.pool, "rcpool.Pool")
		j.weigh(item, found.lifetime)
	}
}

// weigh lets the lifetime decide.
func (j *judge) weigh(item *Item, l Lifetime) {
	item.Lifetime = &l
	switch l.Fate {
	case Ends:
		item.Verdict = Pool
	case Outlives:
		item.Verdict = Perhaps
	}
}

// others returns the other lines of a place, those with the most bytes first, up to five.
func others(lines map[int]float64, line int) (all []int) {
	for l := range lines {
		if l != line {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(a, b)) })
	all = all[:min(len(all), 5)]
	slices.Sort(all)
	return all
}

// callersOf returns who has called a place, those with the most bytes first, up to three.
func callersOf(s *site) (all []Caller) {
	for f, bytes := range s.callers {
		all = append(all, Caller{f.Function, f.File, f.Line, bytes / s.allocated.Bytes})
	}
	slices.SortFunc(all, func(a, b Caller) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(a.Function, b.Function), cmp.Compare(a.Line, b.Line))
	})
	return all[:min(len(all), 3)]
}

// remarks say what the whole of a profile suggests.
func remarks(a *Advice, p *allocation.Profile) (all []string) {
	if a.Cost != nil && a.Cost.High < a.Worth {
		all = append(all, fmt.Sprintf("The program allocates so little that no pool is worth it at this load: all of it costs at most %s of one processor.", percent(a.Cost.High)))
	}
	const often = 2 // collections a second
	if a.Collections >= often && a.Live != nil && *a.Live < 256<<20 {
		all = append(all, fmt.Sprintf("At GOGC=100 that is at least about %.0f garbage collections a second. GOGC=400 makes them a quarter of that for at most %s more memory, without a change of code. Set GOMEMLIMIT below the limit of the container as well. Try it before you pool for the sake of the collector.", a.Collections, bytes(3*max(*a.Live, 4<<20))))
	}
	if p.While == 0 {
		all = append(all, "The profile covers everything since the program started, so there are shares and no rates, and start-up counts too. For rates, take the profile with ?seconds=30, or two of them.")
	}
	return all
}
