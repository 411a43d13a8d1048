using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Ferry.Timetables
{
    /// <summary>Where a ferry calls.</summary>
    public record struct Stop(string Harbour, TimeSpan Stay);

    public enum Season : byte { Summer, Winter }

    public interface ITimetable<out T> where T : class
    {
        string Name { get; }
        IEnumerable<T> Departures(DateTime day);
        Task<bool> IsCancelled(DateTime day) => Task.FromResult(false);
    }

    public delegate void Delayed(Stop stop, TimeSpan by);

    [Serializable]
    public sealed class Line : ITimetable<string>, IDisposable
    {
        private readonly List<Stop> stops = new();
        public event Delayed? OnDelay;

        public Line(string name)
        {
            Name = name;
        }

        public string Name { get; }

        public Season Season { get; init; } = Season.Summer;

        public Stop this[int index] => stops[index];

        public IEnumerable<string> Departures(DateTime day)
        {
            foreach (var stop in stops)
            {
                if (IsLate(stop)) continue;
                yield return $"{stop.Harbour} {day:HH:mm}";
            }

            bool IsLate(Stop stop) => stop.Stay > TimeSpan.FromHours(1);
        }

        public async Task<int> LoadAsync(Uri source)
        {
            await Task.Yield();
            Action<int> add = minutes => stops.Add(new Stop(source.Host, TimeSpan.FromMinutes(minutes)));
            add(5);
            return stops.Count;
        }

        public static Line operator +(Line line, Stop stop)
        {
            line.stops.Add(stop);
            line.OnDelay?.Invoke(stop, TimeSpan.Zero);
            return line;
        }

#if DEBUG
        internal void Dump() => Console.WriteLine(Name);
#endif

        void IDisposable.Dispose() => stops.Clear();

        private class Cursor
        {
            internal int At;

            internal bool Next(int count) => ++At < count;
        }
    }

    public static class Lines
    {
        public static int Count<T>(this ITimetable<T> table, DateTime day) where T : class
        {
            var count = 0;
            foreach (var _ in table.Departures(day)) count++;
            return count;
        }
    }
}
