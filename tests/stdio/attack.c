// Tries one attack from a sandbox and prints what came of it to standard error: "reached: ..." or "blocked: ...".
// Then it resigns as a bot on standard input and output, or exits.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
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

// Files, System V segments and anonymous files belong to no process.
static void hidden_memory(void) {
  report("System V memory", shmget(IPC_PRIVATE, 64 << 20, IPC_CREAT | 0600) >= 0);
  report("anonymous file", syscall(SYS_memfd_create, "hoard", 0) >= 0);
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
