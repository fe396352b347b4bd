package listedkeys

import "github.com/rcpool/rcpool"

type plan1 struct{ *plan }

// One of the list comes again after the loop.
func (p *plan1) schedule(name string, at int) {
	ref := jobs.Get()
	*ref.Value() = Job{name, at}
	p.jobs[name] = ref // want "leak: "
}

func scheduleAgain() {
	p := &plan1{newPlan()}
	defer p.close()
	for i, name := range []string{"index", "backup", "report"} {
		p.schedule(name, i)
	}
	p.schedule("backup", 9)
	p.schedule("other", 9)
}

type plan2 struct{ *plan }

// Two lists have one in common.
func (p *plan2) enqueue(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref // want "leak: "
}

func enqueueBoth() int {
	p := &plan2{newPlan()}
	defer p.close()
	daily := []string{"index", "backup"}
	weekly := []string{"report", "backup"}
	for _, name := range daily {
		p.enqueue(name)
	}
	for _, name := range weekly {
		p.enqueue(name)
	}
	return len(p.jobs)
}

type plan3 struct{ *plan }

// The constant comes first.
func (p *plan3) add(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref // want "leak: "
}

func addFirst() {
	p := &plan3{newPlan()}
	p.add("report")
	for _, name := range []string{"index", "report"} {
		p.add(name)
	}
	p.close()
}

type plan10 struct{ *plan }

// The constant comes in each turn, too.
func (p *plan10) queue(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref // want "leak: "
}

func queueWith() {
	p := &plan10{newPlan()}
	defer p.close()
	for _, name := range []string{"index", "report"} {
		p.queue(name)
		p.queue("report")
	}
}

type slots struct{ jobs map[int]rcpool.Ref[Job] }

// The keys are numbers.
func (s *slots) begin(slot int, name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	s.jobs[slot] = ref // want "leak: "
}

func (s *slots) close() {
	for slot, ref := range s.jobs {
		delete(s.jobs, slot)
		ref.Release()
	}
}

func beginTwice() {
	s := &slots{map[int]rcpool.Ref[Job]{}}
	defer s.close()
	for _, slot := range []int{3, 5, 7} {
		s.begin(slot, "index")
	}
	s.begin(5, "report")
}

type plan11 struct{ *plan }

// The reference comes from the caller.
func (p *plan11) keep(name string, ref rcpool.Ref[Job]) {
	p.jobs[name] = ref // want "leak: "
}

func keepAgain() {
	p := &plan11{newPlan()}
	defer p.close()
	names := []string{"index", "report"}
	for _, name := range names {
		p.keep(name, jobs.Get())
	}
	p.keep("index", jobs.Get())
}
