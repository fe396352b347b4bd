package listedkeys

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
	for i := 0; i < len(weekly); i++ {
		p.enqueue(weekly[i])
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
