// Tries one attack from a sandbox and prints what came of it to standard error: "reached: ..." or "blocked: ...".
// Then it resigns as a bot on standard input and output, or exits.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static const char *target;

static void report(const char *what, int is_reached) {
  if (is_reached)
    fprintf(stderr, "reached: %s\n", what);
  else
    fprintf(stderr, "blocked: %s: %s\n", what, strerror(errno));
}

static void *wait_long(void *unused) {
  sleep(100);
  return unused;
}

static void fork_bomb(void) {
  for (;;)
    fork();
}

static void thread_bomb(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, NULL, wait_long, NULL);
}

static void touch_memory(void) {
  for (;;) {
    char *block = malloc(16 << 20);
    if (block)
      memset(block, 1, 16 << 20);
  }
}

static void memory_of_children(void) {
  for (int child = 0; child < 8; child++)
    if (!fork()) {
      char *block = malloc(48 << 20);
      memset(block, 1, 48 << 20);
      sleep(100);
    }
  sleep(100);
}

// What belongs to no process, or to nobody that is counted.
static void hidden_memory(void) {
  report("System V memory", shmget(IPC_PRIVATE, 64 << 20, IPC_CREAT | 0600) >= 0);
  report("System V semaphores", semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600) >= 0);
  report("System V messages", msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0);
  report("message queue", syscall(SYS_mq_open, "queue", O_CREAT | O_RDWR, 0600, NULL) >= 0);
  report("anonymous file", syscall(SYS_memfd_create, "hoard", 0) >= 0);
  report("secret file", syscall(447, 0) >= 0);
  int shared = MAP_SHARED | MAP_ANONYMOUS, access = PROT_READ | PROT_WRITE;
  report("shared memory", mmap(NULL, 1 << 20, access, shared, -1, 0) != MAP_FAILED);
  int zero = open("/dev/zero", O_RDWR);
  report("shared zeros", mmap(NULL, 1 << 20, access, MAP_SHARED, zero, 0) != MAP_FAILED);
  // Without reservation, so that it is allowed where the system has no huge pages.
  int huge = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE;
  report("huge pages", mmap(NULL, 2 << 20, access, huge, -1, 0) != MAP_FAILED);
  char *page = mmap(NULL, 4096, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned long nodes = 1;
  report("memory policy", syscall(SYS_mbind, page, 4096, 2, &nodes, 64, 0) >= 0);
  report("name of memory", prctl(0x53564d41, 0, page, 4096, "name") >= 0);
  int ends[2];
  struct iovec pages = {page, 4096};
  pipe(ends);
  report("large pipe", fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 0);
  report("pages in a pipe", vmsplice(ends[1], &pages, 1, 0) >= 0);
  int file = open("/proc/self/exe", O_RDONLY);
  report("file in a pipe", splice(file, NULL, ends[1], NULL, 4096, 0) >= 0);
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  report("file in a socket", sendfile(pair[0], file, NULL, 4096) >= 0);
  int size = 4 << 20;
  report("large buffer", setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) >= 0);
  struct {
    unsigned short length;
    void *code;
  } filter = {1, (unsigned long[]){0x7fff000000000006}};
  report("filter of a socket", setsockopt(pair[0], SOL_SOCKET, 26, &filter, sizeof filter) >= 0);
  report("filter of calls", syscall(SYS_seccomp, 1, 0, &filter) >= 0);
  report("watches", inotify_init() >= 0);
  report("ring", syscall(SYS_io_uring_setup, 8, calloc(1, 256)) >= 0);
  unsigned long context = 0;
  report("asynchronous reads", syscall(SYS_io_setup, 64, &context) >= 0);
  report("program of the kernel", syscall(SYS_bpf, 0, calloc(1, 256), 48) >= 0);
  report("faults", syscall(SYS_userfaultfd, 1) >= 0);
  report("counters", syscall(SYS_perf_event_open, calloc(1, 256), 0, -1, -1, 0) >= 0);
  unsigned long access_rights = 1;
  report("rules of access", syscall(444, &access_rights, 8, 0) >= 0);
  report("keys", syscall(SYS_add_key, "user", "name", "x", 1, -3) >= 0);
  report("terminals", open("/dev/ptmx", O_RDWR) >= 0);
  char path[4096];
  snprintf(path, sizeof path, "%s/listed", getenv("HOME"));
  close(open(path, O_CREAT | O_WRONLY, 0600));
  // Owner, thousand entries of one user, group, mask, others.
  unsigned list[1 + 2 * 1004] = {2};
  for (int entry = 0; entry < 1004; entry++) {
    unsigned last[] = {0x04, 0x10, 0x20};
    unsigned kind = entry == 0 ? 0x01 : entry <= 1000 ? 0x02 : last[entry - 1001];
    list[1 + 2 * entry] = 7 << 16 | kind;
    list[2 + 2 * entry] = kind == 0x02 ? getuid() : ~0u;
  }
  report("list of access", syscall(SYS_setxattr, path, "system.posix_acl_access", list, sizeof list, 0) >= 0);
  struct flock lock = {.l_type = F_RDLCK, .l_len = 1};
  report("locks of a file", fcntl(open(path, O_RDWR), 37, &lock) >= 0);
  report("lease", fcntl(open(path, O_RDONLY), F_SETLEASE, F_RDLCK) >= 0);
  report("own files of a thread", syscall(SYS_close_range, 900, 901, 2) >= 0);
}

static void fill(const char *folder) {
  char path[4096];
  static char block[1 << 20];
  for (int number = 0;; number++) {
    snprintf(path, sizeof path, "%s/fill%d", folder, number);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0) {
      if (errno == EROFS || errno == EACCES)
        report(folder, 0);
      return;
    }
    while (write(file, block, sizeof block) > 0)
      ;
    close(file);
  }
}

// Waits as long as the guard may need to see it, and says that it was not ended.
static void keep(const char *what) {
  sleep(4);
  report(what, 1);
}

// Each 4 KiB of page tables maps 2 MiB of zeros.
static void page_tables(void) {
  size_t size = 320ul << 30;
  char *zeros = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  madvise(zeros, size, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < size; at += 2 << 20)
    *(volatile char *)(zeros + at);
  keep("page tables");
}

static void many_mappings(void) {
  for (int child = 0; child < 10 && fork(); child++)
    ;
  char *pages = mmap(NULL, 512 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (size_t page = 0; page < 64000; page += 2)
    mprotect(pages + page * 4096, 4096, PROT_READ);
  keep("mappings");
}

static void fill_file(int file) {
  static char block[65536];
  fcntl(file, F_SETFL, O_NONBLOCK);
  while (write(file, block, sizeof block) > 0)
    ;
}

static void pipes(void) {
  for (int child = 0; child < 10 && fork(); child++)
    ;
  int ends[2];
  while (!pipe(ends))
    fill_file(ends[1]);
  keep("pipes");
}

static void socket_buffers(void) {
  for (int child = 0; child < 10 && fork(); child++)
    ;
  int ends[2];
  while (!socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) {
    fill_file(ends[0]);
    fill_file(ends[1]);
    // What was sent by a closed socket is still there.
    close(ends[0]);
  }
  keep("socket buffers");
}

// Sockets that are connected with themselves, whose data nobody reads.
static void tcp_buffers(void) {
  struct sockaddr_in own = {.sin_family = AF_INET};
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int count = 0; count < 200; count++) {
    int stream = socket(AF_INET, SOCK_STREAM, 0);
    own.sin_port = htons(20000 + count);
    if (bind(stream, (struct sockaddr *)&own, sizeof own) ||
        connect(stream, (struct sockaddr *)&own, sizeof own))
      fprintf(stderr, "no socket: %s\n", strerror(errno));
    fill_file(stream);
    poll(NULL, 0, 1);
    fill_file(stream);
  }
  keep("buffers of TCP");
}

// Full pipes that no process has: they are in a socket.
static void sent_descriptors(void) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  for (int count = 0; count < 500; count++) {
    int ends[2];
    if (pipe(ends))
      break;
    fill_file(ends[1]);
    char space[CMSG_SPACE(sizeof ends)] = {0};
    struct iovec byte = {"x", 1};
    struct msghdr message = {
        .msg_iov = &byte, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof ends);
    memcpy(CMSG_DATA(rights), ends, sizeof ends);
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    sendmsg(pair[0], &message, 0);
    close(ends[0]);
    close(ends[1]);
  }
  keep("sent pipes");
}

// A file is watched under every number that it has ever had.
static void watched_files(void) {
  for (int child = 0; child < 10 && fork(); child++)
    ;
  for (int watcher = 0; watcher < 16; watcher++) {
    int own = epoll_create1(0), ends[2];
    struct epoll_event event = {.events = EPOLLIN};
    for (int files = 0; files < 30 && !pipe(ends); files++)
      for (int number = 200; number < 1000; number++) {
        dup2(ends[0], number);
        epoll_ctl(own, EPOLL_CTL_ADD, number, &event);
        close(number);
      }
  }
  keep("watched files");
}

static void file_locks(void) {
  for (int number = 0; number < 900; number++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/lock%d", getenv("HOME"), number);
    int file = open(path, O_CREAT | O_RDWR, 0600);
    if (file < 0)
      break;
    for (int at = 0; at < 800; at++) {
      struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 2 * at, .l_len = 1};
      fcntl(file, F_SETLK, &lock);
    }
  }
  keep("locks");
}

static void empty_files(void) {
  char path[4096];
  for (int number = 0; number < 300000; number++) {
    snprintf(path, sizeof path, "%s/%0200d", getenv("HOME"), number);
    close(open(path, O_CREAT | O_WRONLY, 0600));
  }
  keep("files");
}

static void empty_links(void) {
  char path[4096], link_path[4096];
  snprintf(path, sizeof path, "%s/first", getenv("HOME"));
  close(open(path, O_CREAT | O_WRONLY, 0600));
  for (int number = 0; number < 300000; number++) {
    snprintf(link_path, sizeof link_path, "%s/%0200d", getenv("HOME"), number);
    link(path, link_path);
  }
  keep("links");
}

static void *touch_much(void *unused) {
  volatile char *block = malloc(600 << 20);
  for (size_t at = 0; at < 600 << 20; at += 4096)
    block[at] = 1;
  keep("memory without a first thread");
  exit(0);
  return unused;
}

static void *fill_later(void *unused) {
  sleep(1);
  signal(SIGXFSZ, SIG_IGN);
  fill(getenv("HOME"));
  keep("files without a first thread");
  exit(0);
  return unused;
}

static void leaderless_fill(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fill_later, NULL);
  pthread_exit(NULL);
}

// The first thread is dead: what the system says about the process is empty.
static void leaderless(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, touch_much, NULL);
  pthread_exit(NULL);
}

// Every family of sockets but that of own processes.
static void socket_families(void) {
  for (int family = 0; family < 64; family++)
    if (family != AF_UNIX) {
      char name[40];
      snprintf(name, sizeof name, "family %d", family);
      int opened = socket(family, SOCK_STREAM, 0);
      if (opened < 0)
        opened = socket(family, SOCK_DGRAM, 0);
      if (opened < 0)
        opened = socket(family, SOCK_RAW, 0);
      if (opened < 0)
        opened = socket(family, SOCK_SEQPACKET, 0);
      report(name, opened >= 0);
    }
}

// What a started program has from the program that starts it.
static void inherited(void) {
  for (int file = 3; file < 1024; file++)
    if (fcntl(file, F_GETFD) >= 0)
      report("descriptor", 1);
  report("folder", openat(9, ".", O_RDONLY) >= 0);
  report("terminal", open("/dev/tty", O_RDWR) >= 0);
  // That of another namespace has no number.
  report("session", getsid(0) == 0);
  fprintf(stderr, "umask: %o, priority: %d, policy: %d\n", umask(0), getpriority(PRIO_PROCESS, 0),
          sched_getscheduler(0));
}

static void settings_of_processes(void) {
  const char *files[] = {"oom_score_adj", "oom_adj",       "coredump_filter", "clear_refs", "comm",
                         "timerslack_ns", "mem",           "uid_map",         "setgroups",  "sched",
                         "autogroup",     "attr/current", "loginuid",        NULL};
  for (int index = 0; files[index]; index++) {
    char path[100];
    snprintf(path, sizeof path, "/proc/self/%s", files[index]);
    report(path, open(path, O_WRONLY) >= 0);
  }
  report("/proc/sys", open("/proc/sys/net/ipv4/tcp_wmem", O_WRONLY) >= 0);
  char score[16] = "";
  read(open("/proc/self/oom_score_adj", O_RDONLY), score, sizeof score - 1);
  fprintf(stderr, "oom_score_adj: %s\n", score);
  struct rlimit core;
  getrlimit(RLIMIT_CORE, &core);
  fprintf(stderr, "core: %d\n", (int)core.rlim_cur);
}

static void fill_home(void) {
  signal(SIGXFSZ, SIG_IGN);
  fill(getenv("HOME"));
  sleep(100);
}

static void fill_shared_memory(void) {
  signal(SIGXFSZ, SIG_IGN);
  fill("/dev/shm");
  sleep(100);
}

static void write_elsewhere(void) {
  const char *folders[] = {"/", "/dev", "/etc", "/run", "/usr/bin", "/var/tmp", "/proc", NULL};
  for (int index = 0; folders[index]; index++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/attack", folders[index]);
    report(path, open(path, O_CREAT | O_WRONLY, 0600) >= 0);
  }
  report("core_pattern", open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0);
  report("sysrq", open("/proc/sysrq-trigger", O_WRONLY) >= 0);
  report("/dev/sda", open("/dev/sda", O_RDONLY) >= 0);
}

// The word of the target is no path, which the sandbox would allow.
static void read_file(void) {
  report("file", open(strchr(target, ':') + 1, O_RDONLY) >= 0);
  report("shadow", open("/etc/shadow", O_RDONLY) >= 0);
}

// The environment of every process that can be seen, but for the own ones.
static void read_tokens(void) {
  DIR *processes = opendir("/proc");
  int found = 0, seen = 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    char path[300], text[65536];
    snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
    seen += atoi(entry->d_name) > 0;
    if (length > 0 && memmem(text, length, target, strlen(target)))
      found = 1;
  }
  errno = ENOENT;
  report("token", found);
  fprintf(stderr, "processes: %d\n", seen);
}

static void read_memory(void) {
  int process = atoi(target);
  char byte, path[100];
  struct iovec local = {&byte, 1}, remote = {(void *)&byte, 1};
  report("memory", process_vm_readv(process, &local, 1, &remote, 1, 0) >= 0);
  report("ptrace", ptrace(PTRACE_ATTACH, process, NULL, NULL) >= 0);
  snprintf(path, sizeof path, "/proc/%d/mem", process);
  report("mem", open(path, O_RDONLY) >= 0);
}

static void signal_process(void) {
  report("signal", kill(atoi(target), SIGKILL) >= 0);
  report("parent", kill(getppid(), SIGKILL) >= 0 && getppid() != 1);
}

static void connect_out(void) {
  struct sockaddr_in host = {.sin_family = AF_INET, .sin_port = htons(atoi(target))};
  host.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int stream = socket(AF_INET, SOCK_STREAM, 0);
  report("tcp", connect(stream, (struct sockaddr *)&host, sizeof host) >= 0);
  host.sin_addr.s_addr = htonl(0x7f000002);
  int packets = socket(AF_INET, SOCK_DGRAM, 0);
  host.sin_addr.s_addr = htonl(0x0a000001);
  report("udp", sendto(packets, "x", 1, 0, (struct sockaddr *)&host, sizeof host) >= 0);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "botwerk-test-%s", target);
  int local = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name.sun_path + 1);
  report("abstract socket", connect(local, (struct sockaddr *)&name, length) >= 0);
  report("raw socket", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) >= 0);
}

static void connect_guard(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/run/botwerk/guard.sock"};
  int stream = socket(AF_UNIX, SOCK_STREAM, 0);
  report("guard", connect(stream, (struct sockaddr *)&name, sizeof name) >= 0);
}

static void outlive(void) {
  if (fork())
    return;
  setsid();
  if (fork())
    _exit(0);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  for (int file = 0; file < 64; file++)
    close(file);
  sleep(1000);
}

static void endless_line(void) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (int count = 0; count < 1600; count++)
    if (write(1, block, sizeof block) < 0)
      return;
  sleep(100);
}

static void flood_log(void) {
  for (int line = 0; line < 3000000; line++)
    fputs("\033]0;a title\007\033[2Jhello\n", stderr);
}

static void gain_rights(void) {
  report("user namespace", unshare(CLONE_NEWUSER) >= 0);
  char stack[65536];
  report("clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, stack + sizeof stack, 0, 0, 0) > 0);
  report("mount", mount("none", "/tmp", "tmpfs", 0, NULL) >= 0);
  report("root", setuid(0) >= 0);
  struct rlimit limit = {1000000, 1000000};
  report("more processes", setrlimit(RLIMIT_NPROC, &limit) >= 0);
  report("keys", syscall(SYS_add_key, "user", "name", "x", 1, -3) >= 0);
  report("more priority", setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) - 1) >= 0);
}

static void use_processor(void) {
  for (volatile unsigned count = 0;; count++)
    ;
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*run)(void);
  } attacks[] = {
      {"fork-bomb", fork_bomb},
      {"thread-bomb", thread_bomb},
      {"memory", touch_memory},
      {"memory-of-children", memory_of_children},
      {"hidden-memory", hidden_memory},
      {"page-tables", page_tables},
      {"many-mappings", many_mappings},
      {"pipes", pipes},
      {"socket-buffers", socket_buffers},
      {"tcp-buffers", tcp_buffers},
      {"watched-files", watched_files},
      {"file-locks", file_locks},
      {"empty-files", empty_files},
      {"empty-links", empty_links},
      {"leaderless", leaderless},
      {"leaderless-fill", leaderless_fill},
      {"sent-descriptors", sent_descriptors},
      {"socket-families", socket_families},
      {"inherited", inherited},
      {"settings-of-processes", settings_of_processes},
      {"fill-home", fill_home},
      {"fill-shared-memory", fill_shared_memory},
      {"write-elsewhere", write_elsewhere},
      {"read-file", read_file},
      {"read-tokens", read_tokens},
      {"read-memory", read_memory},
      {"signal", signal_process},
      {"connect", connect_out},
      {"connect-guard", connect_guard},
      {"outlive", outlive},
      {"endless-line", endless_line},
      {"flood-log", flood_log},
      {"gain-rights", gain_rights},
      {"processor", use_processor},
  };
  target = count > 2 ? words[2] : "";
  setvbuf(stderr, NULL, _IOLBF, 4096);
  puts("{\"type\":\"hello\",\"protocol\":1}");
  fflush(stdout);
  for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++)
    if (!strcmp(attacks[index].name, words[1]))
      attacks[index].run();
  puts("{\"type\":\"resign\"}");
  fflush(stdout);
  char line[65536];
  while (fgets(line, sizeof line, stdin))
    ;
}
