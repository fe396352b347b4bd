package listedkeys

type plan4 struct{ *plan }

// No key comes twice.
func (p *plan4) schedule(name string, at int) {
	ref := jobs.Get()
	*ref.Value() = Job{name, at}
	p.jobs[name] = ref
}

func scheduleOthers() {
	p := &plan4{newPlan()}
	defer p.close()
	for i, name := range []string{"index", "backup", "report"} {
		p.schedule(name, i)
	}
	p.schedule("other", 9)
}

type plan5 struct{ *plan }

// The first one is removed before.
func (p *plan5) enqueue(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref
}

func enqueueRemoved() {
	p := &plan5{newPlan()}
	defer p.close()
	for _, name := range []string{"index", "backup"} {
		p.enqueue(name)
	}
	p.remove("backup")
	p.enqueue("backup")
}

type plan6 struct{ *plan }

// The loop leaves some out.
func (p *plan6) add(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref
}

func addSome(limit int) {
	p := &plan6{newPlan()}
	defer p.close()
	for _, name := range []string{"index", "report"} {
		if len(name) > limit || name == "report" {
			continue
		}
		p.add(name)
	}
	p.add("report")
}

type plan7 struct{ *plan }

// The loop ends before the one that comes again.
func (p *plan7) set(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref
}

func setUntil() {
	p := &plan7{newPlan()}
	defer p.close()
	for _, name := range []string{"index", "report"} {
		if name == "report" {
			break
		}
		p.set(name)
	}
	p.set("report")
}

type plan8 struct{ *plan }

// Each has a plan of its own.
func (p *plan8) put(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref
}

func putEach() {
	names := []string{"index", "report"}
	for _, name := range names {
		p := &plan8{newPlan()}
		p.put(name)
		p.close()
	}
	p := &plan8{newPlan()}
	p.put("report")
	p.close()
}

type plan9 struct{ *plan }

// The list is changed before it is used.
func (p *plan9) insert(name string) {
	ref := jobs.Get()
	ref.Value().Name = name
	p.jobs[name] = ref
}

func insertOthers(last string) {
	p := &plan9{newPlan()}
	defer p.close()
	names := []string{"index", "report"}
	names[1] = last
	for _, name := range names {
		p.insert(name)
	}
	p.insert("report")
}
